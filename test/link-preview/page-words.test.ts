/** What a page says about itself, and what of it may be shown. */
import { html, type PretendInternet, pretendInternet, redirect } from './pretend-internet.js';
import { readerOf } from './reader.js';

let internet: PretendInternet;
beforeAll(async () => {
  internet = await pretendInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

const look = (link: string) => readerOf(internet).look(link);
const lookAt = (head: string, headers?: Record<string, string>) => {
  internet.pages.set('/haber/bugun', html(head, headers));
  return look('http://acik.example/haber/bugun');
};
const meta = (key: string, content: string) => `<meta property="${key}" content="${content}">`;

describe('a preview', () => {
  it('has what Open Graph says before anything else', async () => {
    const preview = await lookAt(
      `<title>Başlık</title><meta name="description" content="Eski">
       ${meta('og:title', 'Çağrı &amp; Işık')}${meta('og:description', 'Yeni')}
       ${meta('og:image', 'https://acik.example/a.png')}${meta('og:site_name', 'Gazete')}`,
    );
    expect(preview).toEqual({
      url: 'http://acik.example/haber/bugun',
      title: 'Çağrı & Işık',
      description: 'Yeni',
      imageUrl: 'https://acik.example/a.png',
      siteName: 'Gazete',
    });
  });

  it('falls back on title and description, and has null for what is not said', async () => {
    const preview = await lookAt('<TITLE>\n  Eski\n  sayfa </TITLE><META NAME="Description" CONTENT="Uzun">');
    expect(preview).toMatchObject({ title: 'Eski sayfa', description: 'Uzun', imageUrl: null, siteName: null });
  });

  it.each([
    ['Open Graph without content', `${meta('og:title', ' ')}<title>Başlık</title>`],
    ['of the card of another network', `<meta name="twitter:title" content="Başlık">`],
    ['that comes twice', `${meta('og:title', 'Başlık')}${meta('og:title', 'Başka')}`],
    ['with a drawing’s title after it', '<title>Başlık</title><svg><title>Ok</title></svg>'],
    [
      'with markup that is text',
      '<title>Başlık</title><!-- <title>Yorum</title> --><script>"<title>x</title>"</script>',
    ],
  ])('has a title: %s', async (_, head) => {
    expect(await lookAt(head)).toMatchObject({ title: 'Başlık' });
  });

  it.each([
    ['nothing', ''],
    ['only a site', meta('og:site_name', 'Gazete')],
    ['empty words', `<title> </title>${meta('og:title', '')}`],
    ['characters that show nothing', '<title>\u202e\u200b\u2066</title>'],
  ])('is not made of %s', async (_, head) => {
    expect(await lookAt(head)).toBeNull();
  });

  it('holds text without control and direction characters, on one line', async () => {
    const preview = await lookAt(`<title>a\u202eb\u0007c\u2066d&#x202E;e&#0;\n\tf\uFEFF</title>`);
    expect(preview?.title).toBe('abcde\uFFFD f');
  });

  it('holds text of bounded length, never half a character', async () => {
    const long = '🙂'.repeat(3_000);
    const preview = await lookAt(
      `${meta('og:title', long)}${meta('og:description', 'ş'.repeat(600))}${meta('og:site_name', long)}`,
    );
    expect(preview?.title).toBe('🙂'.repeat(200));
    expect(preview?.description).toBe('ş'.repeat(500));
    expect(preview?.siteName).toBe('🙂'.repeat(100));
  });

  it('keeps markup in words as text', async () => {
    const preview = await lookAt(meta('og:title', '&lt;img src=x onerror=alert(1)&gt;'));
    expect(preview?.title).toBe('<img src=x onerror=alert(1)>');
  });

  it.each([
    ['/a.png', 'http://acik.example/a.png'],
    ['a.png', 'http://acik.example/haber/a.png'],
    ['//resim.example/a.png', 'http://resim.example/a.png'],
    ['https://resim.example/a b.png#x', 'https://resim.example/a%20b.png'],
  ])('has the address of the picture %s in full', async (image, full) => {
    expect(await lookAt(meta('og:image', image))).toMatchObject({ imageUrl: full });
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'ftp://resim.example/a.png',
    'http://127.0.0.1/a.png',
    'http://192.168.1.1/reboot',
    'http://router.local/a.png',
    'http://resim.example:8080/a.png',
    'http://ada:x@resim.example/a.png',
    'http://',
    `https://resim.example/${'a'.repeat(2_048)}`,
  ])('has no picture at %s', async (image) => {
    const head = `<title>Başlık</title>${meta('og:image', image)}`;
    expect(await lookAt(head)).toMatchObject({ title: 'Başlık', imageUrl: null });
  });

  it('takes the next picture when the first is none', async () => {
    const head = `${meta('og:image', 'data:,')}${meta('og:image:secure_url', 'https://resim.example/a.png')}`;
    expect(await lookAt(head)).toMatchObject({ imageUrl: 'https://resim.example/a.png' });
  });

  it('tells the link that was asked about; pictures are beside where the page was found', async () => {
    internet.pages.set('/kisa', redirect('http://uzun.example/haber/', 301));
    internet.pages.set('/haber/', html(`<title>Uzun</title>${meta('og:image', 'a.png')}`));
    expect(await look('http://acik.example/kisa#alt')).toMatchObject({
      url: 'http://acik.example/kisa#alt',
      title: 'Uzun',
      imageUrl: 'http://uzun.example/haber/a.png',
    });
  });
});

describe('the charset of a page', () => {
  const turkish = 'Çığ, şöför, ĞÜİ';
  /** windows-1254, which is ISO-8859-9 with more characters. */
  const codes: Record<string, number> = { Ç: 0xc7, ı: 0xfd, ğ: 0xf0, ş: 0xfe, ö: 0xf6, Ğ: 0xd0, Ü: 0xdc, İ: 0xdd };
  const old = (text: string) => Buffer.from([...text].map((letter) => codes[letter] ?? letter.charCodeAt(0)));
  const lookAtBytes = async (bytes: Uint8Array, contentType: string) => {
    internet.pages.set('/yazi', (_, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(bytes);
    });
    return (await look('http://acik.example/yazi'))?.title;
  };

  it.each([
    ['UTF-8 by the header', 'text/html; charset=UTF-8', Buffer.from(`<title>${turkish}</title>`)],
    ['UTF-8 by nothing', 'text/html', Buffer.from(`<title>${turkish}</title>`)],
    ['ISO-8859-9 by the header', 'text/html; charset=ISO-8859-9', old(`<title>${turkish}</title>`)],
    ['windows-1254 by the header', 'text/html;charset="windows-1254"', old(`<title>${turkish}</title>`)],
    ['ISO-8859-9 by the page', 'text/html', old(`<meta charset=iso-8859-9><title>${turkish}</title>`)],
    [
      'windows-1254 by the page, the old way',
      'text/html',
      old(`<meta http-equiv="Content-Type" content="text/html; charset=windows-1254"><title>${turkish}</title>`),
    ],
    ['windows-1254 by nothing', 'text/html', old(`<title>${turkish}</title>`)],
    ['one that nobody knows', 'text/html; charset=klingon', Buffer.from(`<title>${turkish}</title>`)],
    [
      'UTF-8 by its mark, whatever is declared',
      'text/html; charset=iso-8859-9',
      Buffer.from(`\uFEFF<title>${turkish}`),
    ],
    ['UTF-16 by its mark', 'text/html', Buffer.from(`\uFEFF<title>${turkish}</title>`, 'utf16le')],
    ['UTF-16 by its own word', 'text/html', Buffer.from(`<meta charset="utf-16"><title>${turkish}</title>`)],
  ])('may be %s', async (_, contentType, bytes) => {
    const closed = bytes.includes('</title>') || bytes[0] === 0xff ? bytes : Buffer.concat([bytes, old('</title>')]);
    expect(await lookAtBytes(closed, contentType)).toBe(turkish);
  });
});
