import { describeOnOneMongo } from '../support/store/engines.js';
import { storeContract } from './contract.js';

describeOnOneMongo('the store', storeContract);
