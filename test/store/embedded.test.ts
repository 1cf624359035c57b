import { describeOnEmbedded } from '../support/store/engines.js';
import { storeContract } from './contract.js';

describeOnEmbedded('the store', storeContract);
