/**
 * The answers to these questions in order. While the caller works on one, the next `ahead` are asked for, and no others; the
 * first one is asked for alone.
 */
export async function* readAhead<Question, Answer>(
  questions: Iterable<Question>,
  read: (question: Question) => Promise<Answer>,
  ahead = 1,
): AsyncGenerator<Answer> {
  const rest = questions[Symbol.iterator]();
  const underWay: Promise<Answer>[] = [];
  const askUpTo = (most: number) => {
    while (underWay.length < most) {
      const { done, value } = rest.next();
      if (done) return;
      const answer = read(value);
      // Its failure is met when its turn comes, or by nobody if the caller has ended.
      answer.catch(() => undefined);
      underWay.push(answer);
    }
  };
  askUpTo(1);
  for (let first = underWay.shift(); first; first = underWay.shift()) {
    const answer = await first;
    askUpTo(ahead);
    yield answer;
  }
}
