import { describeOnEmbedded } from '../support/engines.js';
import { storeContract } from './contract.js';

describeOnEmbedded('the store', storeContract);
