/** What is an e-mail address, and which two are the same. */
import { readEmail } from '#src/domain/v1/v1-email.js';

describe('an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace+chat@Example.COM ', 'ada.lovelace+chat@example.com'],
    ["o'brien_%x@mail.example.co.uk", "o'brien_%x@mail.example.co.uk"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%p is %p', (typed, email) => {
    expect(readEmail(typed)).toBe(email);
    expect(readEmail(email)).toBe(email);
  });

  it.each([
    '',
    ' ',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@@example.com',
    'ada@bob@example.com',
    'ada lovelace@example.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com.',
    'ada@-example.com',
    'ada@example_.com',
    'ada@127.0.0.1',
    'ada@2130706433',
    'ada@[127.0.0.1]',
    'ada@example.com:25',
    'ada@example.com/path',
    'ada@example.com?x',
    'ada@ex%61mple.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\r\n@example.com',
    'ada\0@example.com',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'ada,eve@example.com',
    'adа@example.com',
    '\u212Aada@example.com',
    'İda@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
    `a@${'b'.repeat(64)}.com`,
    '\ud800@example.com',
    'ada@\ud800.com',
    '__proto__',
  ])('%p is none', (typed) => {
    expect(readEmail(typed)).toBeNull();
  });
});
