import { describeOnMongo } from '../support/engines.js';
import { tellWholeLife } from './whole-life/life.js';

describeOnMongo('on the other engine', (_, mongod) => {
  tellWholeLife('two people through the whole life', () => ({ MONGODB_URI: mongod().freshUri() }));
});
