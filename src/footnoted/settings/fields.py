"""Every setting in one flat frozen class: its name, its default, what it does."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from footnoted.settings.values import Address, KeyList, LogLevel, NetworkList, OriginList, PairList, TextList

PREFIX = "FOOTNOTED_"
_NO_EMBEDDER = {"embedder_base_url": None, "embedder_dimensions": None}


class Settings(BaseSettings):
    """All settings. Our own names start with FOOTNOTED_; vendors' variables keep their names."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True)

    data_dir: Path = Field(Path(".footnoted"), description="Folder for all local state.")
    model_dir: Path | None = Field(None, description="Folder for unpacked local models; else in the data folder.")
    embedder: str = Field("local:granite-embedding-30m-english", description="provider:model that makes vectors.")
    llm: str = Field("", description="provider:model that writes answers; empty answers in the book's own sentences.")
    llm_base_url: Address = Field(None, description="Address of the model's server, e.g. http://127.0.0.1:8080/v1.")
    llm_api_key: str | None = Field(None, repr=False, description="Its key, if the vendor's variable does not fit.")
    llm_fallback: str | None = Field(None, description="provider:model to try when the first one fails.")
    llm_follow_ups: bool = Field(True, description="Let the model restate follow-ups that the rules are unsure of.")
    llm_price_read: float | None = Field(None, ge=0, allow_inf_nan=False, description="Dollars a million tokens read.")
    llm_price_written: float | None = Field(
        None, ge=0, allow_inf_nan=False, description="Dollars a million tokens written."
    )
    embedder_base_url: Address = Field(None, description="Address of a compatible embedding server.")
    embedder_dimensions: int | None = Field(None, ge=1, description="Length of its vectors, if that is not known.")
    book_embedders: PairList = Field(
        (),
        description="Books with their own embedder, such as handbuch=local:multilingual; comma-separated.",
    )
    reader: str = Field(
        "local",
        description="What reads a question and the best passages together to find the answer in them: local (ships "
        "with Footnoted, and so does what checks the quote) or none, which is faster and shows the place more often "
        "than it answers.",
    )
    reader_waiting: int = Field(
        12,
        ge=1,
        description="Questions that may wait for the reader at once; more are answered without it, so that nobody "
        "waits for a hundred others.",
    )
    reranker: str = Field(
        "", description="Reorders what was found: folder of an ONNX cross-encoder, cohere:…, jina:…, tei:URL or a URL."
    )
    reranker_api_key: str | None = Field(
        None, repr=False, description="Its key, if the vendor's variable does not fit."
    )
    rerank_seconds: float = Field(
        0.3, gt=0, allow_inf_nan=False, description="Longest time it may take; after that the search's order is used."
    )
    site_url: Address = Field(None, description="Where the book is published; else from its generator's config.")
    allow_private: bool = Field(False, description="Let ingest and --check-links read sites on private networks.")
    max_wrong: float | None = Field(
        None, gt=0, lt=1, description="Largest share of answers that may be to questions the book does not answer."
    )
    host: str = Field("127.0.0.1", description="Address to serve on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to serve on.")
    workers: int = Field(1, ge=1, le=256, description="Number of server processes.")
    origins: OriginList = Field(
        (), description="Web origins allowed to call, comma-separated; * stands for any part of a name."
    )
    hosts: TextList = Field(
        (),
        description="Names of this server, comma-separated, besides addresses, loopback and those in "
        "FOOTNOTED_HOST, FOOTNOTED_SITE_URL and FOOTNOTED_ORIGINS; *.example.org stands for all below it.",
    )
    api_keys: KeyList = Field((), repr=False, description="Keys that may ask, comma-separated.")
    admin_keys: KeyList = Field((), repr=False, description="Keys that may administer (and ask), comma-separated.")
    webhook_secret: str | None = Field(
        None,
        repr=False,
        min_length=16,
        description="Signs calls to /hooks/ingest, which index a book again; unset, there is no such page.",
    )
    public: bool = Field(False, description="Let anyone ask when serving beyond loopback.")
    visitors: bool = Field(
        False,
        description="Give pages of FOOTNOTED_ORIGINS and of this server tokens to ask with, so that a widget needs no "
        "key; callers with neither token nor key are refused.",
    )
    visitor_secret: str | None = Field(
        None, min_length=32, repr=False, description="Signs the tokens; else generated once, in the data folder."
    )
    visitor_work: int = Field(
        0, ge=0, le=10_000_000, description="Proof of work: most numbers a browser tries for a token; 0 for none."
    )
    daily_model_calls: int | None = Field(
        None,
        ge=0,
        description="Model calls a day (UTC) for all readers without a key together; after that the book's own "
        "sentences answer. Unset counts none.",
    )
    root_contract: str = Field("005-rag-agent-api", description="The contract that is also served at /.")
    proxies: NetworkList = Field(
        (), description="Proxies in front, addresses or networks; only their X-Forwarded-For is trusted."
    )
    rate_limits: Literal["auto", "on", "off"] = Field(
        "auto", description="auto: on when serving beyond loopback, to anyone, or behind FOOTNOTED_PROXIES."
    )
    session_limit: int = Field(10, ge=1, description="Questions a minute in one session (006-rag-ai-agent).")
    address_limit: int = Field(100, ge=1, description="Questions an hour from one address, or one IPv6 /64.")
    key_limit: int = Field(100, ge=1, description="Questions a minute with one key.")
    reading_limit: int = Field(300, ge=1, description="Pages and histories a minute for one key or address.")
    max_requests: int = Field(500, ge=1, description="Requests answered at once; more are told to retry (429).")
    address_connections: int = Field(
        200,
        ge=10,
        description="Connections from one address, or one IPv6 /64, on which no answer is under way, in each worker; "
        "with more, the one that waits longest is closed. FOOTNOTED_PROXIES are not counted.",
    )
    read_seconds: float = Field(15.0, gt=0, allow_inf_nan=False, description="Longest time for a request to arrive.")
    write_seconds: float = Field(
        15.0, gt=0, allow_inf_nan=False, description="Longest time a reader may leave a reply unread."
    )
    max_body_bytes: int = Field(2_000_000, ge=1_000, description="Larger request bodies are refused.")
    deadline_seconds: float = Field(30.0, gt=0, allow_inf_nan=False, description="Longest time one question may take.")
    keep_days: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="Delete readers' questions after so many days; unset keeps them."
    )
    keep_questions: bool = Field(
        True,
        description="false deletes the words of questions and answers after an hour, and the author's "
        "page shows figures alone.",
    )
    log_level: LogLevel = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_format: Literal["text", "json"] = Field("text", description="json writes one object a line.")
    traces: bool = Field(
        False, description="Send OpenTelemetry traces to OTEL_EXPORTER_OTLP_ENDPOINT; they contain no texts."
    )
    metrics: bool = Field(False, description="Count requests for Prometheus, at /metrics for admins.")

    qdrant_url: Address = Field(None, validation_alias="QDRANT_URL", description="A Qdrant server; else embedded.")
    qdrant_api_key: str | None = Field(
        None, validation_alias="QDRANT_API_KEY", repr=False, description="Its key, if it needs one."
    )
    qdrant_grpc_port: int | None = Field(
        None, ge=1, le=65535, description="Its gRPC port, such as 6334; when set, gRPC is used instead of HTTP."
    )
    qdrant_shards: int | None = Field(
        None, ge=1, le=1_000, description="Shards of a book's collection; unset, one a node."
    )
    qdrant_replicas: int = Field(1, ge=1, le=100, description="Nodes with a copy of each shard; with 2 one may stop.")
    qdrant_quantisation: Literal["none", "int8", "binary"] = Field(
        "none",
        description="How the server keeps vectors in memory: int8 takes a quarter, binary (1,024 dimensions or more) a "
        "thirty-second; the best hits are scored by the full ones on its disk.",
    )
    qdrant_shared: int = Field(
        0,
        ge=0,
        le=20_000,
        description="Books of up to so many passages share one collection, such as 2000 for a library of thousands of "
        "books; 0 gives each book its own.",
    )
    collection: str = Field(
        "",
        description="A collection on that server which another program made; only it is read, and never changed.",
    )
    collection_fields: TextList = Field(
        (),
        description="The payload's names for our fields, such as text=content,url=link; also title, section, position.",
    )
    database_url: str | None = Field(
        None, validation_alias="DATABASE_URL", repr=False, description="A PostgreSQL server; else SQLite."
    )

    redis_url: str | None = Field(
        None,
        validation_alias="REDIS_URL",
        repr=False,
        description="A Redis or Valkey server that counts requests for all machines; else the database does.",
    )

    openai_api_key: str | None = Field(None, validation_alias="OPENAI_API_KEY", repr=False, description="OpenAI's key.")
    gemini_api_key: str | None = Field(None, validation_alias="GEMINI_API_KEY", repr=False, description="Gemini's key.")
    anthropic_api_key: str | None = Field(
        None, validation_alias="ANTHROPIC_API_KEY", repr=False, description="Anthropic's key."
    )
    cohere_api_key: str | None = Field(None, validation_alias="COHERE_API_KEY", repr=False, description="Cohere's key.")
    jina_api_key: str | None = Field(None, validation_alias="JINA_API_KEY", repr=False, description="Jina's key.")

    @property
    def keys(self) -> dict[str, str]:
        """The vendors' keys that are set, by variable."""
        named = {
            "OPENAI_API_KEY": self.openai_api_key,
            "GEMINI_API_KEY": self.gemini_api_key,
            "ANTHROPIC_API_KEY": self.anthropic_api_key,
            "COHERE_API_KEY": self.cohere_api_key,
            "JINA_API_KEY": self.jina_api_key,
        }
        return {name: key for name, key in named.items() if key}

    @property
    def books_with_own_embedder(self) -> dict[str, str]:
        """Book → its embedder, as provider:model."""
        return dict(pair.partition("=")[::2] for pair in self.book_embedders)

    def of_book(self, book: str) -> Settings:
        """The settings with the book's own embedder, if it has one, without the common one's address and dimensions."""
        own = self.books_with_own_embedder.get(book)
        return self.model_copy(update=_NO_EMBEDDER | {"embedder": own}) if own else self

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def has_rate_limits(self) -> bool:
        """Whether callers are counted: strangers may come through a proxy even if the server is on loopback."""
        has_strangers = not self.on_loopback or bool(self.proxies) or self.public
        return self.rate_limits == "on" or (self.rate_limits == "auto" and has_strangers)

    @property
    def models(self) -> Path:
        """Folder of the unpacked local models."""
        return self.model_dir or self.data_dir / "models"

    @property
    def database(self) -> str:
        """URL of the database: the configured one, or a SQLite file in the data folder."""
        return self.database_url or f"sqlite:///{self.data_dir / 'footnoted.db'}"
