/** The answers to these questions in order. The next one is asked for while the caller works on the last, and no other. */
export async function* readAhead<Question, Answer>(
  questions: readonly Question[],
  read: (question: Question) => Promise<Answer>,
): AsyncGenerator<Answer> {
  let next: Promise<Answer> | null = null;
  for (const [at, question] of questions.entries()) {
    const answer: Answer = await (next ?? read(question));
    next = at + 1 < questions.length ? read(questions[at + 1] as Question) : null;
    // Its failure is met when its turn comes, or by nobody if the caller has ended.
    next?.catch(() => undefined);
    yield answer;
  }
}
