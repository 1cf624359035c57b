/** The settings of a node among others. */
import joi from 'joi';
import { parseNodeLink } from './node-link.js';
import { parseRedisAddress } from './redis-address.js';
import type { Setting } from './setting.js';

export const clusterSettings = {
  REDIS_URL: {
    schema: joi.string().max(4096).custom(parseRedisAddress),
    mustBe: 'the address of a Redis server, of its sentinels with the name of the master, or of a Redis Cluster',
    example: 'redis://127.0.0.1:6379',
    isSecret: true,
  },
  REDIS_PREFIX: {
    schema: joi.string().pattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/),
    mustBe: 'up to 32 letters, digits and . _ -, the same on every node of one service',
    example: 'meydan-staging',
  },
  NODE_NAME: {
    schema: joi.string().pattern(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,62}$/),
    mustBe: 'a name that no other node has: up to 63 letters, digits and . _ : -',
    example: 'chat-1',
  },
  NODE_LINK: {
    schema: joi.string().max(300).custom(parseNodeLink),
    mustBe: 'off, or the address at which other nodes reach this one',
    example: '10.0.0.5:7400',
  },
  WORKERS: {
    schema: joi.alternatives(joi.valid('auto'), joi.number().integer().min(1).max(64)),
    mustBe: 'a number of processes from 1 to 64, or auto for one for each core',
    example: 'auto',
  },
  LEASE_MS: {
    schema: joi.number().integer().min(600).max(60_000),
    mustBe: 'a whole number of milliseconds, from 600 to 60000',
    example: '6000',
  },
} satisfies Record<string, Setting>;
