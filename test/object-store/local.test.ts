import { objectStoreContract } from './contract.js';
import { describeOnLocal } from './places.js';

describeOnLocal('the object store', objectStoreContract);
