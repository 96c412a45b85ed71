import { useFormat } from '../../shared/words/format.ts';
import type { Invite } from './use-invite.ts';

/** Rewards of several assets, one under the other: they are not added up, since their prices move. */
export function Amounts({ rewards, none }: { rewards: Invite['paid']; none: string }) {
  const format = useFormat();
  if (rewards.length === 0) return <bdi dir="ltr">{none}</bdi>;
  return (
    <span className="inline-flex flex-col">
      {rewards.map(({ asset, amount }) => (
        <bdi key={asset} dir="ltr" className="numbers whitespace-nowrap">
          {asset === 'USDT' ? format.exactAmount(amount) : format.quantity(amount)} {asset}
        </bdi>
      ))}
    </span>
  );
}
