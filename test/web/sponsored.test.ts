/** Where a sponsored item may lead somebody who taps it in the chat page. */
import { linkOf } from '#web/sponsored/sponsored-target.js';

describe('a sponsored item', () => {
  it.each(['https://example.com/yaz', 'HTTPS://Example.com', 'https://example.com:8443/?a=b#c'])(
    'leads outside to %s',
    (target) => {
      expect(linkOf('url', target)).toEqual({ href: target, isOutside: true });
    },
  );

  it('leads to a room here, in the page itself', () => {
    expect(linkOf('room', 'kitap-kulubu')).toEqual({ href: '#/r/kitap-kulubu', isOutside: false });
  });

  it('leads to an app by its own scheme', () => {
    expect(linkOf('deeplink', 'kitap://liste/yaz?x=1')).toEqual({ href: 'kitap://liste/yaz?x=1', isOutside: true });
  });

  it.each([
    ['url', 'http://example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https://ada@example.com'],
    ['url', 'https://ada:word@example.com'],
    ['url', 'example.com'],
    ['room', '../d/mine'],
    ['room', 'Kitap Kulubu'],
    ['room', ''],
    ['deeplink', 'javascript://x%0aalert(1)'],
    ['deeplink', 'JavaScript://x'],
    ['deeplink', ' javascript://x'],
    ['deeplink', 'data://text/html'],
    ['deeplink', 'blob://x'],
    ['deeplink', 'intent://x'],
    ['deeplink', 'kitap:liste'],
    ['deeplink', 'kitap://a b'],
  ] as const)('of the kind %s never leads to "%s"', (kind, target) => {
    expect(linkOf(kind, target)).toBeNull();
  });
});
