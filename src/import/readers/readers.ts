import type { SourceItem } from '../common-form.js';
import type { ExportFiles } from '../files/export-files.js';
import { readDiscord } from './discord.js';
import { readMattermost } from './mattermost.js';
import { readSlack } from './slack.js';
import { readTelegram } from './telegram.js';

/** `main`: the file that was named, if it was one file. */
export type ExportReader = (files: ExportFiles, main: string | null) => AsyncGenerator<SourceItem>;

export const exportReaders: Readonly<Record<string, ExportReader>> = {
  slack: readSlack,
  mattermost: readMattermost,
  telegram: readTelegram,
  discord: readDiscord,
};
