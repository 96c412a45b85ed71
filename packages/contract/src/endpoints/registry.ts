import type { Endpoint } from './endpoint.ts';
import { index } from './index.ts';
import { login } from './login.ts';
import { order } from './order.ts';
import { user } from './user.ts';

export { customerPrefix, feedPath } from '../paths.ts';

/** Every customer call by module and name. The specification's own list is compared with it by a test. */
export const customerCalls = { login, index, order, user };

export const allCustomerCalls: readonly Endpoint[] = Object.values(customerCalls).flatMap((module) =>
  Object.values<Endpoint>(module),
);
