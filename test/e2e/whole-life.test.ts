import { tellWholeLife } from './whole-life/life.js';

tellWholeLife('two people through the whole life', () => ({}));
