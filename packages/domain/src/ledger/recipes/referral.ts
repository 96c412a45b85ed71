import type { Amount, Asset } from '../../money/amount.ts';
import { houseAccount, userAccount } from '../accounts.ts';
import { type Recipe, moves } from './recipe.ts';

/** What invitees' fees of a day earn their inviter, in the assets of those fees, each paid from the fees themselves. */
export function referralRewarded(reward: {
  userId: string;
  rewards: readonly { readonly asset: Asset; readonly amount: Amount }[];
}): Recipe {
  const referral = houseAccount('referral');
  return {
    reason: 'referral.rewarded',
    transfers: reward.rewards.flatMap(({ asset, amount }) => [
      ...moves(houseAccount('fees'), referral, amount, asset),
      ...moves(referral, userAccount(reward.userId, 'available'), amount, asset),
    ]),
  };
}
