import { testChoices } from '../../../tests/support/norms/test-choices';

testChoices(2000);
