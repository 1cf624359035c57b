/** The people of the development provider: any name is a person, with the data of the form. */
import { hash } from 'node:crypto';
import { readBirthDate } from '#src/domain/accounts/identity.js';

export interface DevelopmentPerson {
  name: string;
  birthDate: string;
  gender: string;
  email: string;
  isEmailVerified: boolean;
  groups: string[];
}

export const GENDERS = ['female', 'male', 'other'] as const;
const PEOPLE_MAX = 10_000;
const NAME_LENGTH_MAX = 64;
const EMAIL_LENGTH_MAX = 254;

/** The same name gives the same subject, also after a restart. The provider stores only the data of the last login. */
export const subjectOf = (name: string): string => hash('sha256', `development person ${name}`, 'hex').slice(0, 32);

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

/** The data of the form, or its problem. */
export function readPerson(form: URLSearchParams): DevelopmentPerson | { problem: string } {
  const name = (form.get('name') ?? '').normalize('NFC').trim();
  if (name === '' || [...name].length > NAME_LENGTH_MAX) return { problem: 'Type a name of at most 64 characters.' };
  const birthDate = readBirthDate(form.get('birthdate'));
  if (!birthDate) return { problem: 'Choose a birth date that exists.' };
  const gender = GENDERS.find((word) => word === form.get('gender'));
  if (!gender) return { problem: 'Choose a gender.' };
  const email = (form.get('email') ?? '').trim() || emailOf(name);
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > EMAIL_LENGTH_MAX)
    return { problem: 'Type an e-mail address.' };
  return {
    name,
    birthDate,
    gender,
    email,
    isEmailVerified: form.get('email_verified') !== 'no',
    groups: groupsIn(form),
  };
}

const GROUPS_MAX = 10;

const groupsIn = (form: URLSearchParams): string[] =>
  (form.get('groups') ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '' && group.length <= NAME_LENGTH_MAX)
    .slice(0, GROUPS_MAX);

/** The default address of a name: always the same, and different for each name. */
export function emailOf(name: string): string {
  if (/^[a-z0-9]+$/.test(name)) return `${name}@example.org`;
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  return `${plain || 'person'}-${subjectOf(name).slice(0, 6)}@example.org`;
}
