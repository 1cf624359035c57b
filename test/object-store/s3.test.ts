import { objectStoreContract } from './contract.js';
import { describeOnS3 } from './places.js';

describeOnS3('the object store', objectStoreContract);
