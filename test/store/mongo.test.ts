import { describeOnMongo } from '../support/engines.js';
import { storeContract } from './contract.js';

describeOnMongo('the store', storeContract);
