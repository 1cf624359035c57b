import { useState } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { notify, notifyError } from '../state/notice.js';
import { locale } from '../text/text.js';
import { useAuditText } from './audit-text.js';
import { exportAudit } from './load-audit.js';

/** The browser reads the bytes after the click. */
const KEPT_MS = 60_000;

const count = (rows: number): string => rows.toLocaleString(locale());

/** Downloads the whole audit log. */
export function ExportButton() {
  const text = useAuditText();
  const [rows, setRows] = useState<number | null>(null);
  const run = async () => {
    setRows(0);
    try {
      const { lines, rows: all } = await exportAudit(setRows);
      if (all === 0) return notify(text.nothingToExport);
      download(lines, `meydan-audit-${new Date().toISOString().slice(0, 10)}.jsonl`);
      notify(text.exported(count(all)));
    } catch (error) {
      notifyError(error);
    } finally {
      setRows(null);
    }
  };
  return (
    <button
      type="button"
      class="button icon-text"
      title={text.exportHint}
      data-testid="audit-export"
      disabled={rows !== null}
      onClick={() => void run()}
    >
      <Icon name="download" size={18} />
      {rows === null ? text.exportAll : text.exporting(count(rows))}
    </button>
  );
}

function download(lines: string[], name: string): void {
  const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
