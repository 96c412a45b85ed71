import { Money } from '../../shared/words/money.tsx';
import type { Invite } from './use-invite.ts';

/** Rewards of several assets, one under the other: they are not added up, since their prices move. */
export function Amounts({ rewards, none }: { rewards: Invite['paid']; none: string }) {
  if (rewards.length === 0) return <bdi dir="ltr">{none}</bdi>;
  return (
    <span className="inline-flex flex-col">
      {rewards.map(({ asset, amount }) => (
        <Money key={asset} value={amount} asset={asset} unit="plain" />
      ))}
    </span>
  );
}
