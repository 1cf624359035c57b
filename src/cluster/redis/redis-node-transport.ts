/** The node transport over Redis alone. */
import { MessageTransport, type MessageTransportOptions } from '../message-transport.js';
import { RedisCarrier, type RedisCarrierOptions } from './redis-carrier.js';

export type RedisNodeTransportOptions = RedisCarrierOptions & Pick<MessageTransportOptions, 'env'>;

export class RedisNodeTransport extends MessageTransport {
  constructor(options: RedisNodeTransportOptions) {
    super({ ...options, carrier: new RedisCarrier(options) });
  }
}
