it.each([1, 2])('passes', (n) => expect(n).toBe(n));
