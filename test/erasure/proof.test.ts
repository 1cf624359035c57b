/** Who may delete an account: only the person, by a fresh login with the same identity. */
import { beginFlow, walk } from '../auth/support/code-flow.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';

let booted: Booted;
beforeAll(async () => {
  booted = await bootApp();
});
afterAll(() => booted[Symbol.asyncDispose]());

/** A code of this person, as an app gets it. */
async function proof(name: string) {
  const { publicUrl } = booted.app.config.http;
  const flow = beginFlow(`${publicUrl}/dev/oidc`, `${publicUrl}/`);
  const back = await walk(flow, { name });
  const { redirectUri, codeVerifier, nonce } = flow;
  return { code: back.searchParams.get('code'), redirect_uri: redirectUri, code_verifier: codeVerifier, nonce };
}

async function enter(name: string): Promise<Person> {
  const { body } = await booted.ask(null, 'POST', '/api/auth/identity', await proof(name));
  return {
    name,
    accountId: body.account.id,
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
  };
}

const leave = async (person: Person, body?: unknown) => {
  const answer = await booted.ask(person, 'DELETE', '/api/me', body);
  return [answer.status, answer.body?.error.code];
};
const isThere = async (person: Person) => (await booted.ask(person, 'GET', '/api/me')).status === 200;

describe('deleting an account of an identity', () => {
  it('takes a fresh code of that identity', async () => {
    const ada = await enter('ada');
    expect(await leave(ada, await proof('ada'))).toEqual([204, undefined]);
    expect(await isThere(ada)).toBe(false);
    const again = await enter('ada');
    expect(again.accountId).not.toBe(ada.accountId);
  });

  it.each(['code', 'redirect_uri', 'code_verifier'])('is refused without %s, and nothing happens', async (field) => {
    const bob = await enter('bob');
    const { [field]: _, ...rest }: Record<string, unknown> = await proof('bob');
    expect(await leave(bob, rest)).toEqual([400, 'invalid_request']);
    expect(await leave(bob)).toEqual([400, 'invalid_request']);
    expect(await isThere(bob)).toBe(true);
  });

  it('is refused with a code of somebody else, a used one, and one of another verifier', async () => {
    const cem = await enter('cem');
    expect(await leave(cem, await proof('eda'))).toEqual([401, 'invalid_id_token']);
    const used = await proof('cem');
    await booted.ask(null, 'POST', '/api/auth/identity', used);
    expect(await leave(cem, used)).toEqual([401, 'idp_rejected']);
    expect(await leave(cem, { ...(await proof('cem')), code_verifier: 'v'.repeat(43) })).toEqual([401, 'idp_rejected']);
    expect(await leave(cem, { ...(await proof('cem')), nonce: 'another' })).toEqual([401, 'invalid_id_token']);
    expect(await isThere(cem)).toBe(true);
  });

  it('is not to be had for a code alone: without a token it is 401', async () => {
    const answer = await booted.ask(null, 'DELETE', '/api/me', await proof('cem'));
    expect(answer.body.error.code).toBe('unauthorized');
  });
});

describe('deleting a developer account', () => {
  it('takes no proof, and makes no second answer', async () => {
    const dev = await booted.person('dev');
    expect(await leave(dev)).toEqual([204, undefined]);
    expect(await leave(dev)).toEqual([401, 'unauthorized']);
  });

  it('a hundred times at once deletes one account once', async () => {
    const dev = await booted.person('cok');
    const answers = await Promise.all(Array.from({ length: 100 }, () => leave(dev)));
    const codes = answers.map(([status]) => status);
    expect(codes.filter((status) => status === 204)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([204, 401]));
  });
});
