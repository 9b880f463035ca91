{{- define "footnoted.labels" -}}
app.kubernetes.io/name: footnoted
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "footnoted.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "footnoted.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: {type: RuntimeDefault}
volumes:
  - {name: data, emptyDir: {}}
  - {name: tmp, emptyDir: {}}
{{- end }}

{{- define "footnoted.container" -}}
image: {{ include "footnoted.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: data, mountPath: /data}
  - {name: tmp, mountPath: /tmp}
envFrom:
  - secretRef: {name: {{ .Values.existingSecret }}}
env:
  - {name: QDRANT_URL, value: {{ .Values.qdrantUrl | quote }}}
  {{- if .Values.ingress.host }}
  - {name: FOOTNOTED_HOSTS, value: {{ .Values.ingress.host | quote }}}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - {name: {{ $name }}, value: {{ $value | quote }}}
  {{- end }}
{{- end }}

{{- define "footnoted.reading" -}}
{{- /* A pod that reads the books, one after the other. */ -}}
{{ include "footnoted.pod" . }}
restartPolicy: Never
initContainers:
  {{- range .Values.books }}
  - name: {{ .name }}
    args: [ingest, {{ .source | quote }}, --book, {{ .name | quote }}]
    {{- include "footnoted.container" $ | nindent 4 }}
    resources: {{- toYaml $.Values.resources | nindent 6 }}
  {{- end }}
containers:
  - name: list
    args: [books]
    {{- include "footnoted.container" . | nindent 4 }}
    resources: {{- toYaml .Values.resources | nindent 6 }}
{{- end }}
