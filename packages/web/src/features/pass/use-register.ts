import { ApiRefusal } from '@assay/contract/client.ts';
import { isSilence } from '@assay/contract/outbox.ts';
import type { Code } from '@assay/contract/vocabulary/code-statuses.ts';
import { useRef } from 'react';
import { calls } from 'virtual:calls';
import { call } from '../../shared/client/api.ts';
import { useWelcome } from '../../shared/welcome.ts';
import { useEnter } from './enter.ts';

interface Entered {
  readonly userName: string;
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly inviteCode: string;
}

/** What a registration is refused with whose first try, of which no answer came, has made the account. */
const madeAlready: readonly Code[] = ['10006', '10007', '10091'];
/** The same where the browser has tried again by itself, as it does when a kept connection ends: the first answer is lost. */
const madeUnheard: readonly Code[] = ['10091'];

/** Makes the account, enters it and welcomes its owner; throws what went wrong. */
export function useRegister(ticket: string | undefined): (entered: Entered) => Promise<void> {
  const enter = useEnter();
  const lost = useRef(false);
  return async ({ userName, email, code, password, inviteCode }) => {
    const invited = inviteCode === '' ? {} : { inviteCode };
    const linked = ticket === undefined ? {} : { ticket };
    const welcome = useWelcome.getState();
    try {
      enter(await call(calls.login.register, { userName, email, code, password, ...invited, ...linked }));
      welcome.greet();
    } catch (problem) {
      // After a try without an answer the account may exist: its password then signs in.
      if (isSilence(problem)) lost.current = true;
      else if (problem instanceof ApiRefusal && (lost.current ? madeAlready : madeUnheard).includes(problem.code)) {
        const own = await call(calls.login.login, { account: userName, password }).catch(() => null);
        if (own !== null) {
          enter(own);
          return welcome.greet();
        }
      }
      throw problem;
    }
  };
}
