/** S22: a name that cannot be told from the service's own on a screen is nobody's. */
import { foldUsername, isReservedUsername, readUsername } from '#src/domain/accounts/username.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { fc } from '../support/seeds/fast-check.js';

const brand = 'meydan';
const isReserved = (name: string) => isReservedUsername(foldUsername(name), brand);

describe('S22: a look-alike', () => {
  const alike = [
    'meydan',
    'MEYDAN',
    'mеydan',
    'meydаn',
    'mеydаn',
    'мeydan',
    'meуdan',
    'meydaո',
    'mɛydan',
    'ᴍᴇʏᴅᴀɴ',
    'mеуԁаn',
    '.meydan',
    'meydan.',
    'meydan_',
    'm.e.y.d.a.n',
    '_meydan_',
    'rneydan',
    'rnеydan',
    'm3ydan',
    'meyd4n',
    'ｍｅｙｄａｎ',
    'meydán',
    'mêydan',
    'meydan_destek',
    'mеydan_destek',
    'destek.meydan',
    'resmi_meydan',
    'meydanadmin',
    'admіn',
    'аdmin',
    'аdmіn',
    'adm1n',
    'supроrt',
    'rооt',
    'desтek',
    'оfficial',
    'ѕystem',
  ];
  it.each(alike)('%s is reserved', (name) => expect(isReserved(name)).toBe(true));

  const others = [
    'meydancı',
    'meydan.kafe',
    'kahve',
    'ada',
    'admin',
    'ad.min',
    'destek',
    'ayşe.k',
    'Ömer',
    'İbrahim',
    'modern',
    'Наталья',
    'Дмитрий',
    'Ελένη',
    'Γιώργος',
    'Ա_Հովհաննես',
    'أحمد',
    '山田太郎',
    'Əli',
    'vvanda',
    'meydanlı',
    'mydan',
  ];
  it.each(others)('%s is not', (name) => expect(isReserved(name)).toBe(false));

  it('of a letter stays one however the name is written around it', () => {
    const imitation: Record<string, string[]> = {
      e: ['е', 'ҽ', 'E'],
      a: ['а', 'α', 'A'],
      m: ['м', 'rn', 'M'],
      y: ['у', 'ү'],
    };
    const written = fc.tuple(...[...brand].map((letter) => fc.constantFrom(letter, ...(imitation[letter] ?? []))));
    const around = fc.constantFrom('', '.', '_', '._');
    fc.assert(
      fc.property(written, around, around, (letters, before, after) => isReserved(before + letters.join('') + after)),
    );
  });

  it('is that of any brand, also of one with other letters', () => {
    expect(isReservedUsername(foldUsername('κahve'), 'kahve')).toBe(true);
    expect(isReservedUsername(foldUsername('площадь'), 'Площадь')).toBe(true);
    expect(readUsername('mеydan')).not.toBeNull();
  });
});

describe('S22: whoever wants a look-alike', () => {
  let booted: Booted;
  let ada: Person;
  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  it.each(['mеydan', '.meydan', 'rneydan', 'admіn', 'mеydan_destek'])('is told that %s is taken', async (username) => {
    const { body } = await booted.ask(null, 'GET', `/api/usernames/available?username=${encodeURIComponent(username)}`);
    expect(body).toEqual({ available: false });
    const chosen = await booted.ask(ada, 'PUT', '/api/me/username', { username });
    expect([chosen.status, chosen.body.error.fields]).toEqual([422, { username: ['is taken'] }]);
  });
});
