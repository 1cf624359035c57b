import { describeOnMongo } from '../support/store/engines.js';
import { tellWholeLife } from './whole-life/life.js';

const life = 'two people through the whole life';

tellWholeLife(life, () => ({}));

// In `npm run test:soak -- whole-life`: what the page shows does not depend on the store, whose contract is tested.
if (process.env.WHOLE_LIFE_ON_MONGO === 'true') {
  describeOnMongo('on the other engine', (_, mongod) =>
    tellWholeLife(life, () => ({ MONGODB_URI: mongod().freshUri() })),
  );
}
