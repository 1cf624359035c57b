/** The people of the development provider: whoever types a name is that person, with the data typed along. */
import { createHash } from 'node:crypto';
import { readBirthDate } from '#src/domain/identity.js';

export interface DevelopmentPerson {
  name: string;
  birthDate: string;
  gender: string;
}

export const GENDERS = ['female', 'male', 'other'] as const;
const PEOPLE_MAX = 10_000;
const NAME_LENGTH_MAX = 64;

/** The same name is the same subject, also after a restart: nothing about it is remembered but what was typed last. */
export const subjectOf = (name: string): string =>
  createHash('sha256').update(`development person ${name}`).digest('hex').slice(0, 32);

export class DevelopmentPeople {
  readonly #people = new Map<string, DevelopmentPerson>();

  remember(person: DevelopmentPerson): string {
    const subject = subjectOf(person.name);
    this.#people.delete(subject);
    for (const oldest of this.#people.keys()) {
      if (this.#people.size < PEOPLE_MAX) break;
      this.#people.delete(oldest);
    }
    this.#people.set(subject, person);
    return subject;
  }

  find(subject: string): DevelopmentPerson | undefined {
    return this.#people.get(subject);
  }
}

/** What the form brought, or what is wrong with it. */
export function readPerson(form: URLSearchParams): DevelopmentPerson | { problem: string } {
  const name = (form.get('name') ?? '').normalize('NFC').trim();
  if (name === '' || [...name].length > NAME_LENGTH_MAX) return { problem: 'Type a name of at most 64 characters.' };
  const birthDate = readBirthDate(form.get('birthdate'));
  if (!birthDate) return { problem: 'Choose a birth date that exists.' };
  const gender = GENDERS.find((word) => word === form.get('gender'));
  return gender ? { name, birthDate, gender } : { problem: 'Choose a gender.' };
}
