/** Its thread goes round without end, as a callback did on Node 26 that wrote again after a write had failed. */
it('passes before the loop', () => undefined);

it('loops for ever', async () => {
  await Promise.resolve();
  for (;;);
});
