// What is shown before the first question: the book's title, what this is, and questions that the book answers.

import { button, make } from "../dom";
import { currentLanguage } from "../language";

export class Front {
  readonly element = make("section", "front");
  readonly #title = make("h1");
  readonly #questions = make("ul", "questions");

  constructor(title: string, private readonly ask: (question: string) => void) {
    const { words } = currentLanguage();
    this.#title.dir = "auto";
    this.title = title;
    this.#questions.setAttribute("aria-label", words.firstQuestions);
    this.#questions.hidden = true;
    this.element.append(this.#title, make("p", "motto", words.motto), this.#questions);
  }

  set title(title: string) {
    this.#title.textContent = title || currentLanguage().words.askBook;
  }

  set questions(questions: string[]) {
    this.#questions.hidden = !questions.length;
    this.#questions.replaceChildren(
      ...questions.map((question) => {
        const choice = button("", question, () => this.ask(question));
        choice.dir = "auto";
        return make("li", "", choice);
      }),
    );
  }
}
