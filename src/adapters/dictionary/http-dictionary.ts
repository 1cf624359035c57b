/** The contract over HTTP, with a circuit breaker: after repeated failures the console gets no requests for a while. */
import {
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
  isBrokenCircuitError,
} from 'cockatiel';
import { Agent } from 'undici';
import type { EntryDraft, EntryRefusal, Submission } from '#src/domain/dictionary/dictionary.js';
import { type AnswerCache, createAnswerCache } from './answer-cache.js';
import {
  type ConsoleRefusal,
  readCategories,
  readEntriesOfAuthor,
  readEntriesOfTopic,
  readEntry,
  readRefusal,
  readSubmission,
  readSuggestions,
  readTopic,
  readTopics,
} from './contract-answers.js';
import { type ContractAnswer, type ContractCall, type ContractLine, callConsole } from './contract-call.js';
import {
  type Dictionary,
  DictionaryFault,
  DictionaryResting,
  DictionaryUnavailable,
  type Paging,
} from './dictionary.js';

export interface HttpDictionaryOptions {
  /** The base of the contract, without a slash at its end. */
  url: string;
  key: string;
  /** Monotonic time in ms. */
  monotonic(): number;
  timeoutMs?: number;
  bytesMax?: number;
  /** How long answers are cached. The contract allows at most ten seconds. */
  keepMs?: number;
  keptMax?: number;
  /** Consecutive faults that open the circuit breaker, and for how long. */
  faultsMax?: number;
  restMs?: number;
}

const CONNECTIONS_MAX = 32;

export function createHttpDictionary(options: HttpDictionaryOptions): Dictionary {
  const { url, key, monotonic, timeoutMs = 3_000, bytesMax = 1_048_576, keepMs = 2_000, keptMax = 1_000 } = options;
  const { faultsMax = 5, restMs = 5_000 } = options;
  const agent = new Agent({ connections: CONNECTIONS_MAX, pipelining: 1, connect: { timeout: timeoutMs } });
  return new HttpDictionary(
    { base: url, key, agent, timeoutMs, bytesMax },
    circuitBreaker(handleType(DictionaryFault), { breaker: new ConsecutiveBreaker(faultsMax), halfOpenAfter: restMs }),
    createAnswerCache({ keepMs, sizeMax: keptMax, monotonic }),
  );
}

type Read<T> = (body: unknown) => T | undefined;

class HttpDictionary implements Dictionary {
  readonly #line: ContractLine;
  readonly #breaker: CircuitBreakerPolicy;
  readonly #cache: AnswerCache;

  constructor(line: ContractLine, breaker: CircuitBreakerPolicy, cache: AnswerCache) {
    this.#line = line;
    this.#breaker = breaker;
    this.#cache = cache;
  }

  categories() {
    return this.#kept('/categories', readCategories);
  }

  async topics({ limit, ...rest }: Parameters<Dictionary['topics']>[0]) {
    const page = await this.#kept(`/topics?${queryOf({ ...rest, limit })}`, readTopics);
    return { ...page, topics: page.topics.slice(0, limit) };
  }

  async suggest(wanted: Parameters<Dictionary['suggest']>[0]) {
    const topics = await this.#kept(`/topics/suggest?${queryOf(wanted)}`, readSuggestions);
    return topics.slice(0, wanted.limit);
  }

  topic(tag: string) {
    return this.#keptIfThere(`/topics/${encodeURIComponent(tag)}`, readTopic);
  }

  async entries(tag: string, page: Parameters<Dictionary['entries']>[1]) {
    const path = `/topics/${encodeURIComponent(tag)}/entries?${queryOf(page)}`;
    const found = await this.#keptIfThere(path, readEntriesOfTopic);
    return found && { ...found, entries: found.entries.slice(0, page.limit) };
  }

  entry(id: number) {
    return this.#keptIfThere(`/entries/${id}`, readEntry);
  }

  /** Not cached: the list is of one person only, and a cached one would hide the person's latest change. */
  async entriesBy(author: string, { limit, offset }: Paging) {
    const path = `/entries?${queryOf({ author_id: author, limit, offset })}`;
    const page = await this.#ask({ method: 'GET', path }, expect200(readEntriesOfAuthor));
    return { ...page, entries: page.entries.slice(0, limit) };
  }

  submit(draft: EntryDraft): Promise<Submission> {
    const { authorId, roomId, roomSlug, messageId, tag, title, excerpt } = draft;
    const body = {
      author_id: authorId,
      room_id: roomId,
      room_slug: roomSlug,
      message_id: messageId,
      tag,
      title,
      excerpt,
    };
    return this.#ask({ method: 'POST', path: '/entries', body }, submissionOf);
  }

  reportReactions(entry: number, total: number): Promise<boolean> {
    return this.#ask({ method: 'PUT', path: `/entries/${entry}/reactions`, body: { total } }, (answer) => {
      if (answer.status < 300) return true;
      return isMissing(answer) ? false : undefined;
    });
  }

  #kept<T>(path: string, read: Read<T>): Promise<T> {
    return this.#cache.answer(path, () => this.#ask({ method: 'GET', path }, expect200(read)));
  }

  #keptIfThere<T>(path: string, read: Read<T>): Promise<T | null> {
    const found = expect200(read);
    return this.#cache.answer(path, () =>
      this.#ask<T | null>({ method: 'GET', path }, (answer) => (isMissing(answer) ? null : found(answer))),
    );
  }

  /** `understand` returns undefined if the answer breaks the contract. */
  async #ask<T>(call: ContractCall, understand: (answer: ContractAnswer) => T | undefined): Promise<T> {
    try {
      return await this.#breaker.execute(async () => {
        const answer = await callConsole(this.#line, call);
        const understood = understand(answer);
        if (understood === undefined) throw unexpected(answer);
        return understood;
      });
    } catch (error) {
      if (isBrokenCircuitError(error)) throw new DictionaryResting('the circuit breaker of the dictionary is open');
      throw error;
    }
  }
}

const expect200 =
  <T>(read: Read<T>): ((answer: ContractAnswer) => T | undefined) =>
  ({ status, body }) =>
    status === 200 ? read(body) : undefined;

const isMissing = ({ status, body }: ContractAnswer): boolean => status === 404 && readRefusal(body) !== undefined;

/** A refusal of one caller's request does not mean that the console fails for others; only a refused key does. */
function unexpected({ status }: ContractAnswer): DictionaryUnavailable {
  const isAboutAll = status < 400 || status === 401;
  const text = `the dictionary answered ${status}, which breaks the contract`;
  return isAboutAll ? new DictionaryFault(text) : new DictionaryUnavailable(text);
}

const refusals: Record<number, EntryRefusal> = { 403: 'author_banned', 409: 'already_shared', 422: 'topic_not_found' };

function submissionOf({ status, body }: ContractAnswer): Submission | undefined {
  if (status === 201) {
    const submitted = readSubmission(body);
    return submitted && { ok: true, ...submitted };
  }
  const refused: ConsoleRefusal | undefined = readRefusal(body);
  const refusal = refusals[status];
  return refusal && refused?.code === refusal ? { ok: false, refusal, reason: refused.reason } : undefined;
}

function queryOf(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
