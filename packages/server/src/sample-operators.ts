import { type OperatorRole, workingRoles } from '@assay/contract/vocabulary/operators.ts';
import { createEnrolledOperator } from './operators/index.ts';
import { type Enrolment, enrolmentOf } from './platform/credentials/totp.ts';
import type { Database } from './platform/database.ts';
import { deriveKey } from './platform/seal.ts';

export interface SampleOperator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly password: string;
  /** Shared secret of the authenticator. */
  readonly shared: Buffer;
  readonly enrolment: Enrolment;
}

/** Two who can do everything, since everything that matters needs two; a third for what moves much; and one who can do little. */
const samples: readonly { name: string; roles: readonly OperatorRole[] }[] = [
  { name: 'alice', roles: workingRoles },
  { name: 'bob', roles: workingRoles },
  { name: 'carol', roles: ['support'] },
  { name: 'dan', roles: ['finance'] },
];

/** Operators of a sandbox. Their credentials are derived from its secret, so that every start can print them. */
export function sampleOperators(secret: string): SampleOperator[] {
  return samples.map(({ name, roles }) => {
    const own = (what: string) => deriveKey(secret, `sample operator ${name}: ${what}`);
    const shared = own('authenticator').subarray(0, 20);
    const password = `Operator-${own('password').toString('hex').slice(0, 8)}1`;
    return { name, roles, password, shared, enrolment: enrolmentOf(shared, 'Assay console', name) };
  });
}

interface SampleSecrets {
  /** What they sign in with follows from this one, */
  readonly samples: string;
  /** and is sealed under this. */
  readonly seals: string;
}

/** Each once, however often the sandbox starts. */
export async function seedOperators(db: Database, { samples: secret, seals }: SampleSecrets, now: number): Promise<void> {
  for (const operator of sampleOperators(secret)) await createEnrolledOperator(db, seals, now, operator);
}
