"""Text in any language: characters, words, sentences, parts, markers."""
