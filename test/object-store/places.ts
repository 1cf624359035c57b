/** The two object stores, each with the whole service around it and the server that clients reach it through. */
import { createLocalLinks } from '#src/adapters/object-store/local/links.js';
import type { Links, ObjectStore, PutLink } from '#src/adapters/object-store/object-store.js';
import { createS3Links } from '#src/adapters/object-store/s3/links.js';
import { presignedFile } from '#src/domain/messages/file.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { describeWithS3 } from '../support/servers/versitygw.js';
import { putLinkFor } from './client.js';

export interface Place {
  objects: ObjectStore;
  /** Where the service's pages are; their files are elsewhere, on either store. */
  url: string;
  /** An upload link as the service gives it: without its record the local store takes nothing. */
  uploadLink(key: string, contentType?: string): Promise<PutLink>;
  /** Links as they would have been signed then. */
  signedAt(time: number): Links;
}

export type Places = () => Place;

export function describeOnLocal(name: string, tests: (place: Places) => void): void {
  describe(`${name} (local)`, () => tests(booted(() => ({}))));
}

export function describeOnS3(name: string, tests: (place: Places) => void): void {
  describeWithS3(`${name} (S3)`, (server) => tests(booted(() => server().settings)));
}

export function describeOnBothStores(name: string, tests: (place: Places) => void): void {
  describeOnLocal(name, tests);
  describeOnS3(name, tests);
}

function booted(settings: () => Record<string, string>): Places {
  let fixture: Booted | undefined;
  beforeAll(async () => {
    fixture = await bootApp({ settings: settings() });
  });
  afterAll(async () => fixture?.[Symbol.asyncDispose]());
  return () => {
    if (!fixture) throw new Error('the service is started before each suite');
    const { config, objects, store } = fixture.app;
    const uploadLink = async (key: string, contentType = 'image/jpeg') => {
      const file = { _id: key, at: Date.now(), owner: 'nobody', by: 'nobody', contentType, maxBytes: 16_777_216 };
      await store.write([{ op: 'put', in: 'files', doc: { ...presignedFile(file) } }]);
      return putLinkFor(objects, key, contentType);
    };
    return { objects, url: fixture.url, uploadLink, signedAt: (time) => linksAt(config, () => time) };
  };
}

function linksAt({ objects, http, secrets }: Booted['app']['config'], now: () => number): Links {
  if (objects.kind === 's3') return createS3Links({ ...objects, now });
  return createLocalLinks({ publicUrl: http.publicUrl, secrets, now });
}
