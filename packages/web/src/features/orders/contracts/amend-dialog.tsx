import type { SentTo } from '@assay/contract/endpoints/endpoint.ts';
import type { Position, order } from '@assay/contract/endpoints/order.ts';
import { type AmendRequest, decideAmend } from '@assay/domain/positions/decide-amend.ts';
import { isRefused } from '@assay/domain/positions/refused.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { CostBlock } from '../../../shared/trading/cost-block.tsx';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useFormat } from '../../../shared/words/format.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { useErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { CurrentPrice, InstrumentCell, PriceCell } from './cells.tsx';

const fields = ['stopLoss', 'takeProfit', 'trailingStop'] as const;
type FieldName = (typeof fields)[number];
type Texts = Record<FieldName, string>;

/** Sets, moves or removes stop-loss, take-profit and trailing stop; judged here by the rule that the server applies. */
export function AmendDialog({ position, onDone }: { position: Position; onDone(): void }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const money = useMoneyLabel();
  const labelOf = (name: FieldName) => t(name === 'trailingStop' ? 'amend.trailing' : `amend.${name}`);
  const errorText = useErrorText();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, position.id);
  // What was moved elsewhere in the meantime is not put back: only what was typed here differs from what stood here at first.
  const [before] = useState<Texts>(() => textsOf(position));
  const [texts, setTexts] = useState(before);
  const change = changeOf(before, texts);
  const wrong = useWrongField(position, change);
  const done = useWhileHere(onDone);
  const save = async () => {
    if (wrong !== null) return;
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    try {
      const moved = fields.flatMap((name) =>
        change[name] === undefined ? [] : [`${labelOf(name)} ${format.price(change[name], position.priceScale)}`],
      );
      const summary = [position.code, ...moved].join(' · ');
      const amended = await amend.submit({ id: position.id, ...change }, { summary });
      if (amended === undefined) return;
      toast({ kind: 'success', title: `${position.code} · ${t('amend.saved')}` });
      learnOrder(amended);
      done();
    } catch (error) {
      toast({ kind: 'error', title: position.code, text: errorText(error) });
      learnOrder(null);
    }
  };
  const reference =
    position.status === 'open'
      ? { name: t('amend.reference'), value: <CurrentPrice position={position} /> }
      : { name: t('column.limit'), value: <PriceCell position={position} value={position.limitPrice} /> };
  return (
    <Confirm
      open
      onOpenChange={onDone}
      title={t('amend.title')}
      description={<InstrumentCell position={position} />}
      rows={[reference]}
      confirm={money(t('amend.save'))}
      busy={amend.isPending}
      onConfirm={() => void save()}
      onCancel={amend.cancel}
    >
      <div className="mt-s4 flex flex-col gap-s4">
        {fields.map((name) => (
          <NumberField
            key={name}
            label={labelOf(name)}
            value={texts[name]}
            onChange={(text) => setTexts((known) => ({ ...known, [name]: text }))}
            decimals={position.priceScale}
            error={wrong === name ? t(name === 'trailingStop' ? 'amend.distanceWrong' : 'amend.unreasonable') : undefined}
            hint={name === 'trailingStop' ? t('amend.trailingHint') : undefined}
          />
        ))}
        <p className="text-caption text-muted">{t('amend.text')}</p>
        <Costs position={position} texts={texts} />
      </div>
    </Confirm>
  );
}

/** What the order costs, and what would be left at the stops as they are typed. */
function Costs({ position, texts }: { position: Position; texts: Texts }) {
  const live = liveResult(position, useQuote(position.code));
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', position.priceScale) ?? null;
  return (
    <CostBlock
      holding={holdingNow(position)}
      closing={ticks(live?.price ?? position.limitPrice)}
      stopLoss={ticks(texts.stopLoss)}
      takeProfit={ticks(texts.takeProfit)}
    />
  );
}

function textsOf({ stopLoss, takeProfit, trailingStop }: Position): Texts {
  return { stopLoss: stopLoss ?? '', takeProfit: takeProfit ?? '', trailingStop: trailingStop ?? '' };
}

type Change = Omit<SentTo<(typeof order)['amendU']>, 'id'>;

/** Only what differs is sent: a stop that stays is not judged again. */
function changeOf(before: Texts, texts: Texts): Change {
  const change: Change = {};
  for (const name of fields) if (texts[name] !== before[name]) change[name] = texts[name] === '' ? null : texts[name];
  return change;
}

function useWrongField(position: Position, change: AmendRequest): FieldName | null {
  const live = useQuote(position.code);
  const { side, priceScale, status } = position;
  const ticks = (text: string | null | undefined) =>
    text === null || text === undefined ? undefined : readTicks(text, priceScale);
  const closing = ticks(side === 'long' ? live?.bid : live?.ask) ?? ticks(position.currentPrice);
  const reference = status === 'open' ? closing : ticks(position.limitPrice);
  if (reference === undefined || Object.keys(change).length === 0) return null;
  const decision = decideAmend(change, {
    side,
    priceScale,
    reference,
    liquidation: ticks(position.liquidationPrice) ?? null,
    stops: { stopLoss: null, takeProfit: null, trailing: null },
    open: status === 'open',
  });
  return isRefused(decision) ? (fields.find((name) => name === decision.field) ?? 'stopLoss') : null;
}
