/** Digests that are stored or compared with stored ones keep their form: otherwise nothing from before is found again. */
import { requestHash } from '#src/store/archive/room-archives.js';
import { sha256Of } from '#src/store/archive/stretch-codec.js';
import { sha256 } from '#src/store/backup/backup-format.js';
import { columnValue } from '#src/store/embedded/documents.js';

/** Of `abc`, from FIPS 180-4's examples. */
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const SHA1_FIRST_BYTES = 0xa9993e36;

it('keep their form', () => {
  const bytes = Buffer.from('abc');
  expect([sha256(bytes), sha256Of(bytes), requestHash('abc')]).toEqual([SHA256, SHA256, SHA1_FIRST_BYTES]);
});

it('of request ids are the first 16 bytes, once and again', () => {
  const first = columnValue('log', 'dedup', 'abc');
  expect(Buffer.from(first as Uint8Array).toString('hex')).toBe(SHA256.slice(0, 32));
  expect(columnValue('log', 'dedup', 'abc')).toEqual(first);
});
