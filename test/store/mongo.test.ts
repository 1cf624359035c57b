import { describeOnMongo } from '../support/store/engines.js';
import { storeContract } from './contract.js';

describeOnMongo('the store', storeContract);
