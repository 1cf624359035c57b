/** The two pages of a login at the development provider: the login and the consent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { consentPage, loginPage, PAGE_HEADERS, problemPage } from './pages.js';
import { type DevelopmentPeople, readPerson } from './people.js';

const FORM_BYTES_MAX = 8_192;

export interface InteractionContext {
  provider: Provider;
  people: DevelopmentPeople;
  brand: string;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The page of an interaction (GET), or its answer (POST). */
export async function interact(context: InteractionContext, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const interaction = await current(context.provider, req, res);
  if (!interaction) return send(res, 400, problemPage('This login has expired. Start again.'));
  if (req.method === 'GET') return ask(context, interaction, req, res);
  if (req.method !== 'POST') return send(res, 405, problemPage('This address accepts GET and POST.'));
  const form = await readForm(req);
  if (!form) return send(res, 413, problemPage('The form is too long.'));
  if (interaction.prompt.name === 'login') return logIn(context, form, req, res);
  return consent(context, interaction, form, req, res);
}

/** Null if the browser sends no cookie of this interaction, or if the interaction has expired. */
async function current(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<Interaction | null> {
  try {
    const interaction = await provider.interactionDetails(req, res);
    return req.url?.endsWith(`/${interaction.uid}`) ? interaction : null;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return null;
    throw error;
  }
}

function ask(context: InteractionContext, interaction: Interaction, req: IncomingMessage, res: ServerResponse): void {
  const page = { action: addressOf(req), brand: context.brand };
  if (interaction.prompt.name === 'login') return send(res, 200, loginPage(page));
  const person = context.people.find(interaction.session?.accountId ?? '');
  if (!person) return send(res, 400, problemPage('This login has expired. Start again.'));
  const scopes = String(interaction.params.scope).split(' ');
  send(res, 200, consentPage({ ...page, person, scopes }));
}

async function logIn(context: InteractionContext, form: URLSearchParams, req: IncomingMessage, res: ServerResponse) {
  const person = readPerson(form);
  if ('problem' in person) {
    const typed = {
      name: form.get('name') ?? '',
      birthDate: form.get('birthdate') ?? '',
      gender: form.get('gender') ?? '',
      email: form.get('email') ?? '',
      isEmailVerified: form.get('email_verified') !== 'no',
    };
    return send(res, 422, loginPage({ action: addressOf(req), brand: context.brand, typed, problem: person.problem }));
  }
  const login = { accountId: context.people.remember(person), remember: false };
  await context.provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false });
}

async function consent(
  { provider }: InteractionContext,
  interaction: Interaction,
  form: URLSearchParams,
  req: IncomingMessage,
  res: ServerResponse,
) {
  if (form.get('answer') !== 'allow') {
    const refusal = { error: 'access_denied', error_description: 'The person did not allow it.' };
    return provider.interactionFinished(req, res, refusal, { mergeWithLastSubmission: false });
  }
  const { params, session } = interaction;
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  return provider.interactionFinished(req, res, { consent: { grantId } }, { mergeWithLastSubmission: true });
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > FORM_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** The address as the browser knows it, because the provider runs below a path of its own. */
const addressOf = (req: IncomingMessage & { originalUrl?: string }): string => req.originalUrl ?? req.url ?? '';

export function send(res: ServerResponse, status: number, html: string): void {
  res.writeHead(status, PAGE_HEADERS).end(html);
}
