/** People with a linked panel, and what a business needs to begin. */
import { randomUUID } from 'node:crypto';
import type { Answer, Booted, Person } from '../../support/clients/boot-app.js';

export interface Linked {
  /** Asks with the panel's own session. */
  panel: Person;
  linkId: string;
}

/** What the browser has after it asked for a code. */
export interface ShownCode {
  code: string;
  claim: string;
  qr: string;
  expires_in: number;
}

export async function showCode({ ask }: Booted, label: string | null = 'Firefox'): Promise<ShownCode> {
  const { status, body } = await ask(null, 'POST', '/api/panel/link', { label });
  if (status !== 201) throw new Error(`no code: ${status} ${JSON.stringify(body)}`);
  return body;
}

export const claim = ({ ask }: Booted, secret: string): Promise<Answer> =>
  ask(null, 'POST', '/api/panel/link/claim', { claim: secret });

/** The whole way from the QR code to the panel's session. */
export async function linkPanel(booted: Booted, person: Person): Promise<Linked> {
  const shown = await showCode(booted);
  const linked = await booted.ask(person, 'POST', '/api/me/panels', { code: shown.code });
  if (linked.status !== 201) throw new Error(`not linked: ${JSON.stringify(linked.body)}`);
  const { status, body } = await claim(booted, shown.claim);
  if (status !== 200) throw new Error(`not claimed: ${status} ${JSON.stringify(body)}`);
  const panel = { ...person, accessToken: body.access_token, refreshToken: body.refresh_token };
  return { panel, linkId: linked.body.panel.id };
}

/** Somebody new with a panel. */
export async function panelPerson(booted: Booted, name: string): Promise<Person> {
  return (await linkPanel(booted, await booted.person(name))).panel;
}

export const individual = (more: object = {}) => ({
  kind: 'individual',
  display_name: 'Ayşe Kahve',
  purpose: 'Kahve içenleri bir araya getirmek.',
  ...more,
});

export const billing = (more: object = {}) => ({
  legal_name: 'Kahve Köşesi Ltd.',
  tax_office: 'Kadıköy',
  tax_id: '1234567890',
  address: 'Moda Cad. 1',
  city: 'İstanbul',
  country: 'TR',
  ...more,
});

export const someKey = (): string => randomUUID();
