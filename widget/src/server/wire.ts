// What the server sends, as far as the widget reads it. Every field may be missing: an older server sends less.

export interface Source {
  source_url?: string;
  title?: string;
  section?: string;
  chunk_position?: number;
  snippet?: string;
  book?: string;
  source_type?: string;
}

/** Characters `start` to `end` of the answer rest on source number `source`; `quote` are the words there that support it. */
export interface Citation {
  start: number;
  end: number;
  source: number;
  quote?: string;
  supported?: boolean;
  /** Of a longer quote, the sentence that most likely answers. */
  telling?: string;
}

export interface Metadata {
  mode?: string;
  outcome?: string;
  low_confidence?: boolean;
  session_id?: string;
  request_id?: string;
}

/** One object of the answer's stream. */
export interface Piece {
  delta?: string;
  sources?: Source[];
  metadata?: Metadata;
  citations?: Citation[];
  outcome?: string;
  declined?: boolean;
  fallback_message?: string;
  error?: string;
  done?: boolean;
}

export interface Entry {
  query: string;
  response?: string;
  sources?: Source[];
  metadata?: Metadata | null;
  citations?: Citation[];
}

export interface BookInfo {
  name: string;
  title: string;
  questions?: string[];
}

export interface Welcome {
  books: BookInfo[];
  /** How a reader gets in: freely, with a key, or with a visitor's token, perhaps after a proof of work. */
  entry: "open" | "key" | "visitor";
}

export interface Chapter {
  route: string;
  title: string;
  sections: { title: string; position: number }[];
}

/** An element as the server sends it: its name, its attributes, its children. */
export type Leaf = string | [name: string, attributes: Record<string, string>, children: Leaf[]];
