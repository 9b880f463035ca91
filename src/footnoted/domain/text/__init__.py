"""What a text is made of, in any language: characters, words, sentences, parts, markers."""
