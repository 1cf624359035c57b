/** The node transport over Redis alone, as between nodes that have no direct link. */
import { MessageTransport, type MessageTransportOptions } from '#src/cluster/message-transport.js';
import { RedisCarrier, type RedisCarrierOptions } from '#src/cluster/redis/redis-carrier.js';

export const redisTransport = (options: RedisCarrierOptions & Pick<MessageTransportOptions, 'env'>): MessageTransport =>
  new MessageTransport({ ...options, carrier: new RedisCarrier(options) });
