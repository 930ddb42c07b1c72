import { testChoices } from '../../../tests/support/norms/test-choices';

testChoices(300);
