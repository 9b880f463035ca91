"""The OpenAI-compatible contract on the wire; its official client asks in test_openai_client.py."""

from __future__ import annotations

import json
from typing import Any

import pytest
from inline_snapshot import snapshot

from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.openai_api import app
from footnoted.domain.answer import Answer, Answered, Citation, Outcome, Support, Usage
from footnoted.domain.door.health import Health
from footnoted.domain.question import Verdict
from tests import scenes
from tests.contracts.pages import spent
from tests.contracts.wire import REQUEST_ID, at_the_door, every_bad_input, exchange
from tests.scenes import SESSION, PlayedEngine

ASK: dict[str, Any] = {"model": "bees", "messages": [{"role": "user", "content": "How warm?"}]}
INPUT: dict[str, Any] = {"model": "bees", "input": "How warm?"}
SCENES = scenes.played()


async def say(scene: str, path: str = "/chat/completions", **more: Any) -> str:
    body = (ASK if path == "/chat/completions" else INPUT) | more
    return await exchange(app, SCENES[scene], "POST", path, json=body)


async def test_chat_completions() -> None:
    assert {scene: await say(scene) for scene in SCENES} == snapshot(
        {
            "answered": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"The cluster keeps its middle at 34 °C [1].","refusal":null,"annotations":[{"type":"url_citation","url_citation":{"start_index":38,"end_index":41,"title":"Winter › Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}}]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"answered","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91,"book":"bees"},{"number":2,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.72,"book":"bees"}],"citations":[{"start":0,"end":37,"source":1,"quote":"A cluster of bees keeps its middle at 34 °C.","supported":true,"support":"exact","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}\
""",
            "refused": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"The book does not say.","refusal":null,"annotations":[]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":[],"footnotes":{"outcome":"declined","sources":[],"citations":[]}}\
""",
            "searched_twice": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"The cluster keeps its middle at 34 °C [1].","refusal":null,"annotations":[{"type":"url_citation","url_citation":{"start_index":38,"end_index":41,"title":"Winter › Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}}]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"answered","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91,"book":"bees"},{"number":2,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.72,"book":"bees"}],"citations":[{"start":0,"end":37,"source":1,"quote":"A cluster of bees keeps its middle at 34 °C.","supported":true,"support":"exact","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}\
""",
            "low_confidence": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"In part: bees fly above 10 °C [1].","refusal":null,"annotations":[]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"shown","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.41,"book":"bees"}],"citations":[]}}\
""",
            "model_down": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"The cluster keeps its middle at 34 °C [1].","refusal":null,"annotations":[]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"unwritten","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91,"book":"bees"},{"number":2,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.72,"book":"bees"}],"citations":[]}}\
""",
            "failed_early": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "failed_midway": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "store_down": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "selected_text": """\
200
{"id":"chatcmpl-11111111222243338444555555555555","object":"chat.completion","created":0,"model":"bees","choices":[{"index":0,"message":{"role":"assistant","content":"It keeps its middle at 34 °C [1].","refusal":null,"annotations":[]},"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"answered","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91,"book":"bees"}],"citations":[]}}\
""",
        }
    )


async def test_chat_completions_streamed() -> None:
    options: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
    assert {scene: await say(scene, **options) for scene in SCENES} == snapshot(
        {
            "answered": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The cluste"}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"content": "r keeps its middle at 34 °C [1]."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": [{"type": "url_citation", "url_citation": {"start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}}]}, "finish_reason": "stop", "logprobs": null}], "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
            "refused": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The book does not say."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": []}, "finish_reason": "stop", "logprobs": null}], "citations": [], "footnotes": {"outcome": "declined", "sources": [], "citations": []}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
            "searched_twice": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The cluste"}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"content": "r keeps its middle at 34 °C [1]."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": [{"type": "url_citation", "url_citation": {"start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}}]}, "finish_reason": "stop", "logprobs": null}], "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
            "low_confidence": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "In part: bees fly above 10 °C [1]."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": []}, "finish_reason": "stop", "logprobs": null}], "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "shown", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.41, "book": "bees"}], "citations": []}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
            "model_down": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The cluster keeps its middle at 34 °C [1]."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": []}, "finish_reason": "stop", "logprobs": null}], "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "unwritten", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": []}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
            "failed_early": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "failed_midway": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "The cluste"}, "finish_reason": null, "logprobs": null}]}

data: {"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}

data: [DONE]

""",
            "store_down": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "selected_text": """\
200
data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "It keeps its middle at 34 °C [1]."}, "finish_reason": null, "logprobs": null}]}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [{"index": 0, "delta": {"annotations": []}, "finish_reason": "stop", "logprobs": null}], "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}], "citations": []}}

data: {"id": "chatcmpl-11111111222243338444555555555555", "object": "chat.completion.chunk", "created": 0, "model": "bees", "choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}

data: [DONE]

""",
        }
    )


async def test_usage_is_streamed_only_where_it_is_wanted() -> None:
    assert '"usage"' not in await say("answered", stream=True)


async def test_responses() -> None:
    told = ("answered", "refused", "failed_midway")
    assert {scene: await say(scene, "/responses") for scene in told} == snapshot(
        {
            "answered": """\
200
{"id":"resp_1111111122224333844455555555555511111111222243338444555555555555","object":"response","created_at":0,"status":"completed","model":"bees","output":[{"id":"msg_11111111222243338444555555555555","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"The cluster keeps its middle at 34 °C [1].","annotations":[{"type":"url_citation","start_index":38,"end_index":41,"title":"Winter › Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}],"logprobs":[]}]}],"previous_response_id":null,"instructions":null,"store":true,"error":null,"incomplete_details":null,"parallel_tool_calls":false,"tool_choice":"none","tools":[],"metadata":{},"usage":{"input_tokens":0,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"output_tokens":0,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":0},"citations":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"footnotes":{"outcome":"answered","sources":[{"number":1,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91,"book":"bees"},{"number":2,"title":"Winter","section":"Keeping bees warm","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.72,"book":"bees"}],"citations":[{"start":0,"end":37,"source":1,"quote":"A cluster of bees keeps its middle at 34 °C.","supported":true,"support":"exact","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}\
""",
            "refused": """\
200
{"id":"resp_1111111122224333844455555555555511111111222243338444555555555555","object":"response","created_at":0,"status":"completed","model":"bees","output":[{"id":"msg_11111111222243338444555555555555","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"The book does not say.","annotations":[],"logprobs":[]}]}],"previous_response_id":null,"instructions":null,"store":true,"error":null,"incomplete_details":null,"parallel_tool_calls":false,"tool_choice":"none","tools":[],"metadata":{},"usage":{"input_tokens":0,"input_tokens_details":{"cached_tokens":0,"cache_write_tokens":0},"output_tokens":0,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":0},"citations":[],"footnotes":{"outcome":"declined","sources":[],"citations":[]}}\
""",
            "failed_midway": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
        }
    )


async def test_responses_streamed() -> None:
    told = ("answered", "refused", "failed_early", "failed_midway")
    assert {scene: await say(scene, "/responses", stream=True) for scene in told} == snapshot(
        {
            "answered": """\
200
event: response.created
data: {"type": "response.created", "sequence_number": 0, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.in_progress
data: {"type": "response.in_progress", "sequence_number": 1, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.output_item.added
data: {"type": "response.output_item.added", "sequence_number": 2, "output_index": 0, "item": {"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "in_progress", "content": []}}

event: response.content_part.added
data: {"type": "response.content_part.added", "sequence_number": 3, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "part": {"type": "output_text", "text": "", "annotations": [], "logprobs": []}}

event: response.output_text.delta
data: {"type": "response.output_text.delta", "sequence_number": 4, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "delta": "The cluste", "logprobs": []}

event: response.output_text.delta
data: {"type": "response.output_text.delta", "sequence_number": 5, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "delta": "r keeps its middle at 34 °C [1].", "logprobs": []}

event: response.output_text.annotation.added
data: {"type": "response.output_text.annotation.added", "sequence_number": 6, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "annotation_index": 0, "annotation": {"type": "url_citation", "start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}}

event: response.output_text.done
data: {"type": "response.output_text.done", "sequence_number": 7, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "text": "The cluster keeps its middle at 34 °C [1].", "logprobs": []}

event: response.content_part.done
data: {"type": "response.content_part.done", "sequence_number": 8, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "part": {"type": "output_text", "text": "The cluster keeps its middle at 34 °C [1].", "annotations": [{"type": "url_citation", "start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}], "logprobs": []}}

event: response.output_item.done
data: {"type": "response.output_item.done", "sequence_number": 9, "output_index": 0, "item": {"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "The cluster keeps its middle at 34 °C [1].", "annotations": [{"type": "url_citation", "start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}], "logprobs": []}]}}

event: response.completed
data: {"type": "response.completed", "sequence_number": 10, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "completed", "model": "bees", "output": [{"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "The cluster keeps its middle at 34 °C [1].", "annotations": [{"type": "url_citation", "start_index": 38, "end_index": 41, "title": "Winter › Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}], "logprobs": []}]}], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": {"input_tokens": 0, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": 0, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 0}, "citations": ["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"], "footnotes": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}}

""",
            "refused": """\
200
event: response.created
data: {"type": "response.created", "sequence_number": 0, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.in_progress
data: {"type": "response.in_progress", "sequence_number": 1, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.output_item.added
data: {"type": "response.output_item.added", "sequence_number": 2, "output_index": 0, "item": {"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "in_progress", "content": []}}

event: response.content_part.added
data: {"type": "response.content_part.added", "sequence_number": 3, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "part": {"type": "output_text", "text": "", "annotations": [], "logprobs": []}}

event: response.output_text.delta
data: {"type": "response.output_text.delta", "sequence_number": 4, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "delta": "The book does not say.", "logprobs": []}

event: response.output_text.done
data: {"type": "response.output_text.done", "sequence_number": 5, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "text": "The book does not say.", "logprobs": []}

event: response.content_part.done
data: {"type": "response.content_part.done", "sequence_number": 6, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "part": {"type": "output_text", "text": "The book does not say.", "annotations": [], "logprobs": []}}

event: response.output_item.done
data: {"type": "response.output_item.done", "sequence_number": 7, "output_index": 0, "item": {"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "The book does not say.", "annotations": [], "logprobs": []}]}}

event: response.completed
data: {"type": "response.completed", "sequence_number": 8, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "completed", "model": "bees", "output": [{"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "The book does not say.", "annotations": [], "logprobs": []}]}], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": {"input_tokens": 0, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}, "output_tokens": 0, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 0}, "citations": [], "footnotes": {"outcome": "declined", "sources": [], "citations": []}}}

""",
            "failed_early": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
            "failed_midway": """\
200
event: response.created
data: {"type": "response.created", "sequence_number": 0, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.in_progress
data: {"type": "response.in_progress", "sequence_number": 1, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "in_progress", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": null, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

event: response.output_item.added
data: {"type": "response.output_item.added", "sequence_number": 2, "output_index": 0, "item": {"id": "msg_11111111222243338444555555555555", "type": "message", "role": "assistant", "status": "in_progress", "content": []}}

event: response.content_part.added
data: {"type": "response.content_part.added", "sequence_number": 3, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "part": {"type": "output_text", "text": "", "annotations": [], "logprobs": []}}

event: response.output_text.delta
data: {"type": "response.output_text.delta", "sequence_number": 4, "item_id": "msg_11111111222243338444555555555555", "output_index": 0, "content_index": 0, "delta": "The cluste", "logprobs": []}

event: response.failed
data: {"type": "response.failed", "sequence_number": 5, "response": {"id": "resp_1111111122224333844455555555555511111111222243338444555555555555", "object": "response", "created_at": 0, "status": "failed", "model": "bees", "output": [], "previous_response_id": null, "instructions": null, "store": true, "error": {"code": "server_error", "message": "The service is not available just now. Please try again soon."}, "incomplete_details": null, "parallel_tool_calls": false, "tool_choice": "none", "tools": [], "metadata": {}, "usage": null, "citations": null, "footnotes": null}}

""",
        }
    )


async def test_the_conversation_is_what_the_client_sends() -> None:
    engine = PlayedEngine(scenes.answered)
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "What is"}, {"type": "text", "text": "a cluster?"}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "assistant", "content": "Many bees [1]."},
        {"role": "user", "content": "How warm is it?"},
        {"role": "assistant", "content": "It is"},
    ]
    await exchange(app, engine, "POST", "/chat/completions", json={"model": "footnoted", "messages": messages})
    asked = engine.asked[0]
    assert (asked.text, asked.session, asked.book) == ("How warm is it?", None, None)
    assert asked.wishes == "Be brief."
    assert [(turn.question, turn.answer) for turn in asked.earlier or ()] == [("What is\na cluster?", "Many bees [1].")]


async def test_instructions_are_wishes() -> None:
    engine = PlayedEngine(scenes.answered)
    body = {"model": "bees", "instructions": "Be brief.", "input": [
        {"role": "developer", "content": "For children."}, {"role": "user", "content": "How warm is it?"}]}  # fmt: skip
    await exchange(app, engine, "POST", "/responses", json=body)
    assert (engine.asked[0].text, engine.asked[0].wishes) == ("How warm is it?", "Be brief.\nFor children.")


async def test_a_response_continues_the_one_before() -> None:
    """Up to the turn it names: what was said after that belongs to another branch."""
    engine = PlayedEngine(scenes.answered)
    remembered = scenes.REMEMBERED.metadata["request_id"].replace("-", "")
    previous = f"resp_{SESSION.hex}{remembered}"
    response = await exchange(app, engine, "POST", "/responses", json=INPUT | {"previous_response_id": previous})
    asked = engine.asked[0]
    assert json.loads(response.partition("\n")[2])["id"] == f"resp_{SESSION.hex}{REQUEST_ID.hex}"
    assert (asked.session, [turn.question for turn in asked.earlier or ()]) == (SESSION, ["How warm?"])
    for unknown in (f"resp_{SESSION.hex}{REQUEST_ID.hex}", f"resp_{REQUEST_ID.hex}{remembered}"):
        refused = await exchange(app, engine, "POST", "/responses", json=INPUT | {"previous_response_id": unknown})
        assert refused == snapshot("""\
404
{"error": {"message": "There is no such previous response.", "type": "invalid_request_error", "param": "previous_response_id", "code": "previous_response_not_found"}}\
""")


async def test_a_response_that_is_not_stored_has_no_session() -> None:
    engine = PlayedEngine(scenes.answered)
    items = [
        {"role": "user", "content": [{"type": "input_text", "text": "What is a cluster?"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Many bees."}]},
        {"role": "user", "content": "How warm is it?"},
    ]
    await exchange(app, engine, "POST", "/responses", json={"model": "bees", "input": items, "store": False})
    asked = engine.asked[0]
    assert (asked.text, asked.session, asked.book) == ("How warm is it?", None, "bees")
    assert [turn.answer for turn in asked.earlier or ()] == ["Many bees."]


async def test_with_keys_a_response_belongs_to_the_key_that_asked() -> None:
    engine, keys = PlayedEngine(scenes.answered), {"keys": Keys(["alpha", "beta"])}
    for key in ("alpha", "beta"):
        headers = {"Authorization": f"Bearer {key}"}
        await exchange(app, engine, "POST", "/responses", json=INPUT, headers=headers, state=keys)
    alpha, beta = (asked.owner for asked in engine.asked)
    assert alpha != beta


async def test_each_marker_is_where_it_is_said_to_be() -> None:
    """Also two in a row; and brackets in code are none."""
    text = "Bees eat honey [2][1]. `cells[1]` holds it [2]."
    spans = ((0, 14, 2), (0, 14, 1), (23, 42, 2))
    citations = tuple(Citation(start, end, source, "…", Support.EXACT) for start, end, source in spans)
    answer = Answer(
        text,
        Outcome.ANSWERED,
        Verdict.ANSWER,
        scenes.SURE,
        (scenes.CLUSTER, scenes.HONEY),
        citations,
        usage=Usage("m", 1, 900, 30),
    )
    response = await exchange(app, PlayedEngine([Answered(answer)]), "POST", "/chat/completions", json=ASK)
    reply = json.loads(response.partition("\n")[2])
    marked = [citation["url_citation"] for citation in reply["choices"][0]["message"]["annotations"]]
    assert [text[citation["start_index"] : citation["end_index"]] for citation in marked] == ["[2]", "[1]", "[2]"]
    assert reply["usage"] == {"prompt_tokens": 900, "completion_tokens": 30, "total_tokens": 930}


async def test_models_are_books() -> None:
    paths = ("/models", "/models/bees", "/models/footnoted", "/models/wasps")
    assert {path: await exchange(app, PlayedEngine(), "GET", path) for path in paths} == snapshot(
        {
            "/models": """\
200
{"object":"list","data":[{"id":"bees","object":"model","created":0,"owned_by":"footnoted"}]}\
""",
            "/models/bees": """\
200
{"id":"bees","object":"model","created":0,"owned_by":"footnoted"}\
""",
            "/models/footnoted": """\
200
{"id":"footnoted","object":"model","created":0,"owned_by":"footnoted"}\
""",
            "/models/wasps": """\
404
{"error": {"message": "There is no book `wasps`. There are: bees, footnoted.", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}\
""",
        }
    )


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "no messages": {"messages": []},
        "no user": {"messages": [{"role": "system", "content": "Be brief."}]},
        "blank": {"messages": [{"role": "user", "content": " "}]},
        "an image": {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]},
        "too long": {"messages": [{"role": "user", "content": "x" * 32_001}]},
        "two answers": {"n": 2},
        "a schema": {"response_format": {"type": "json_schema", "json_schema": {}}},
        "no such book": {"model": "wasps"},
        "stream": {"stream": "yes"},
    }
    assert await every_bad_input(app, "/chat/completions", ASK, bad) == snapshot(
        {
            "no messages": """\
400
{"error": {"message": "`messages` must be messages of text. This server takes no images, sounds or files.", "type": "invalid_request_error", "param": "messages", "code": "invalid_value"}}\
""",
            "no user": """\
400
{"error": {"message": "Please ask a question: `messages` holds no text of a user.", "type": "invalid_request_error", "param": "messages", "code": "missing_required_parameter"}}\
""",
            "blank": """\
400
{"error": {"message": "Please ask a question: `messages` holds no text of a user.", "type": "invalid_request_error", "param": "messages", "code": "invalid_value"}}\
""",
            "an image": """\
400
{"error": {"message": "`messages` must be messages of text. This server takes no images, sounds or files.", "type": "invalid_request_error", "param": "messages", "code": "invalid_value"}}\
""",
            "too long": """\
400
{"error": {"message": "The question is too long: at most 32000 characters.", "type": "invalid_request_error", "param": "messages", "code": "string_above_max_length"}}\
""",
            "two answers": """\
400
{"error": {"message": "`n` must be 1: there is one answer to a question.", "type": "invalid_request_error", "param": "n", "code": "invalid_value"}}\
""",
            "a schema": """\
400
{"error": {"message": "`response_format` must be plain text: the book answers in its own words.", "type": "invalid_request_error", "param": "response_format", "code": "invalid_value"}}\
""",
            "no such book": """\
404
{"error": {"message": "There is no book `wasps`. There are: bees, footnoted.", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}\
""",
            "stream": """\
400
{"error": {"message": "`stream` is not valid: it should be a valid boolean.", "type": "invalid_request_error", "param": "stream", "code": "invalid_value"}}\
""",
            "no body": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "missing_required_parameter"}}\
""",
            "half an object": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "invalid_value"}}\
""",
            "a list": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "invalid_value"}}\
""",
            "null alone": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "invalid_value"}}\
""",
            "not UTF-8": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "invalid_value"}}\
""",
            "deeply nested": """\
400
{"error": {"message": "The request must be a JSON object in UTF-8.", "type": "invalid_request_error", "param": null, "code": "invalid_value"}}\
""",
            "too large": """\
413
{"error": {"message": "The request is larger than this server takes.", "type": "invalid_request_error", "param": null, "code": "request_too_large"}}\
""",
            "unknown path": """\
404
{"error": {"message": "There is no such endpoint.", "type": "invalid_request_error", "param": null, "code": "unknown_url"}}\
""",
            "wrong method": """\
405
{"error": {"message": "This endpoint takes POST only.", "type": "invalid_request_error", "param": null, "code": "unknown_url"}}\
""",
        }
    )


async def test_bad_input_of_responses() -> None:
    bad: dict[str, dict[str, Any]] = {
        "blank": {"input": " "},
        "no user": {"input": [{"role": "assistant", "content": "Hm."}]},
        "a file": {"input": [{"role": "user", "content": [{"type": "input_file", "file_id": "x"}]}]},
        "a schema": {"text": {"format": {"type": "json_object"}}},
        "some other id": {"previous_response_id": "resp_1"},
    }
    replies = {
        name: await exchange(app, PlayedEngine(), "POST", "/responses", json=INPUT | fields)
        for name, fields in bad.items()
    }
    assert replies == snapshot(
        {
            "blank": """\
400
{"error": {"message": "Please ask a question: `input` holds no text of a user.", "type": "invalid_request_error", "param": "input", "code": "invalid_value"}}\
""",
            "no user": """\
400
{"error": {"message": "Please ask a question: `input` holds no text of a user.", "type": "invalid_request_error", "param": "input", "code": "missing_required_parameter"}}\
""",
            "a file": """\
400
{"error": {"message": "`input` must be messages of text. This server takes no images, sounds or files.", "type": "invalid_request_error", "param": "input", "code": "invalid_value"}}\
""",
            "a schema": """\
400
{"error": {"message": "`text` must be plain text: the book answers in its own words.", "type": "invalid_request_error", "param": "text", "code": "invalid_value"}}\
""",
            "some other id": """\
400
{"error": {"message": "`previous_response_id` is not valid.", "type": "invalid_request_error", "param": "previous_response_id", "code": "invalid_value"}}\
""",
        }
    )


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/chat/completions", ASK) == snapshot(
        {
            "no key": """\
401
{"error": {"message": "This server wants one of its own API keys.", "type": "invalid_request_error", "param": null, "code": "invalid_api_key"}}\
""",
            "full": """\
429 Retry-After: 1
{"error": {"message": "Too many questions at once. Please wait a little.", "type": "rate_limit_error", "param": null, "code": "rate_limit_exceeded"}}\
""",
            "wrong key": """\
401
{"error": {"message": "This server wants one of its own API keys.", "type": "invalid_request_error", "param": null, "code": "invalid_api_key"}}\
""",
            "server ends": """\
503 Retry-After: 5
{"error": {"message": "The service is not available just now. Please try again soon.", "type": "server_error", "param": null, "code": "service_unavailable"}}\
""",
        }
    )


async def test_limited() -> None:
    response = await exchange(app, PlayedEngine(), "POST", "/responses", json=INPUT, state={"limiter": spent()})
    assert response == snapshot("""\
429 Retry-After: 60
{"error": {"message": "Too many questions at once. Please wait a little.", "type": "rate_limit_error", "param": null, "code": "rate_limit_exceeded"}}\
""")


@pytest.mark.parametrize("is_up", [True, False])
async def test_health(is_up: bool) -> None:
    engine = PlayedEngine()
    engine.parts["index"] = Health("index", is_up)
    response = await exchange(app, engine, "GET", "/health")
    assert json.loads(response.partition("\n")[2]) == {"status": "ok" if is_up else "unavailable"}
