import type { Position } from '@assay/contract/endpoints/order.ts';
import { parseFixed } from '@assay/domain/money/fixed.ts';
import { readTicks } from '@assay/domain/positions/terms.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../../shared/client/move.ts';
import { useQuote } from '../../../shared/feed/feed.ts';
import { useTellFailed } from '../../../shared/tell-failed.ts';
import { useLearnOrder } from '../../../shared/trading/account.ts';
import { holdingNow, liveResult } from '../../../shared/trading/live-position.ts';
import { useMarketInfo } from '../../../shared/trading/market/market.ts';
import { CostBlock } from '../../../shared/trading/results/cost-block.tsx';
import { MoneyConfirm } from '../../../shared/trading/results/money-confirm.tsx';
import { ShareFigure, leftTo } from '../../../shared/trading/targets/share-figure.tsx';
import { UntilField } from '../../../shared/trading/until-field.tsx';
import { untilOf } from '../../../shared/trading/until.ts';
import { HeldFigure } from '../../../shared/trading/waiting/held-figure.tsx';
import { Mistyped } from '../../../shared/trading/waiting/mistyped.tsx';
import { useRefusedTerms } from '../../../shared/trading/waiting/refused-terms.ts';
import { WhyNot } from '../../../shared/trading/waiting/why-not.tsx';
import { useWhileHere } from '../../../shared/while-here.ts';
import { decimalsOf, useFormat } from '../../../shared/words/format.ts';
import { NumberField } from '../../../shared/words/number-field.tsx';
import { tellOfOrders } from '../../../ui/toasts/toast.tsx';
import {
  type Entry,
  type FieldName,
  changeOf,
  entryFrom,
  fieldsOf,
  hasOtherTerms,
  useChanged,
  useWrongField,
  useWrongTarget,
} from './amend-entry.ts';
import { AmendTargets } from './amend-targets.tsx';
import { BreakEven } from './break-even.tsx';
import { CurrentPrice, InstrumentCell } from './cells.tsx';
import { StopChips } from './stop-chips.tsx';
import { WaitsForCell } from './term-cells.tsx';
import { TrailingField } from './trailing-field.tsx';

/**
 * Sets, moves or removes stop-loss, take-profit and trailing stop, and gives an order that waits another price, size or end; judged
 * here by the rules that the server applies.
 */
export function AmendDialog({ position, onDone }: { position: Position; onDone(): void }) {
  const { t } = useTranslation('orders');
  const waiting = useTranslation('waiting').t;
  const targetWords = useTranslation('targets').t;
  const ticket = useTranslation('currency').t;
  const format = useFormat();
  const labelOf = useLabels();
  const tellFailed = useTellFailed();
  const learnOrder = useLearnOrder();
  const amend = useMove(calls.order.amendU, position.id);
  // What was moved elsewhere in the meantime is not put back: only what was typed here differs from what stood here at first.
  const [before] = useState<Entry>(() => entryFrom(position));
  const [entry, setEntry] = useState(before);
  const change = changeOf(before, entry);
  const changed = useChanged(position, entry);
  const wrongTarget = useWrongTarget(position, changed, entry, change);
  const wrongField = useWrongField(position, changed, change);
  const wrong = wrongField ?? (wrongTarget === 'takeProfit' ? wrongTarget : null);
  const info = useMarketInfo(position.instrumentId).data;
  const refused = useRefusedTerms({ code: position.code, info, position }, change ?? {});
  const done = useWhileHere(onDone);
  const isOpen = position.status === 'open';
  const told = (name: FieldName) =>
    name === 'lots' ? format.quantity(entry.texts.lots) : format.price(entry.texts[name], position.priceScale);
  const save = async () => {
    if (wrong !== null || wrongTarget !== null || refused !== null || change === null) return;
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    const moved = fieldsOf(position).flatMap((name) =>
      entry.texts[name] === before.texts[name] ? [] : [`${labelOf(name)} ${told(name)}`],
    );
    const set = change.targets === undefined ? [] : [`${targetWords('title')} ${entry.targets.length}`];
    const summary = [position.code, ...moved, ...set].join(' · ');
    try {
      const amended = await amend.submit({ id: position.id, ...change }, { summary });
      if (amended === undefined) return;
      tellOfOrders({ kind: 'success', title: `${position.code} · ${isOpen ? t('amend.saved') : waiting('change.saved')}` });
      learnOrder(amended);
      done();
    } catch (error) {
      tellFailed(error, summary);
      learnOrder(null);
    }
  };
  const wrongText = useWrongTexts(position);
  const type = (name: FieldName) => (text: string) =>
    setEntry((known) => ({ ...known, texts: { ...known.texts, [name]: text } }));
  const fieldOf = (name: FieldName) => ({
    label: labelOf(name),
    value: entry.texts[name],
    onChange: type(name),
    error: wrong === name ? wrongText(name) : undefined,
  });
  const reference = isOpen
    ? { name: t('amend.reference'), value: <CurrentPrice position={position} /> }
    : { name: waiting('waitsFor'), value: <WaitsForCell position={position} /> };
  return (
    <MoneyConfirm
      open
      onOpenChange={onDone}
      title={isOpen ? t('amend.title') : waiting('change.title')}
      description={<InstrumentCell position={position} />}
      rows={[reference]}
      confirm={t('amend.save')}
      busy={amend.isPending}
      blocked={change === null || refused !== null}
      onConfirm={() => void save()}
      onCancel={amend.cancel}
      aside={
        <>
          {isOpen ? null : <HeldFigure before={position} after={changed} />}
          <Costs position={changed} entry={entry} />
          {hasOtherTerms(change) ? <Mistyped order={changed} /> : null}
          {/* A message beside its field is not repeated. */}
          {refused === null || wrong !== null || wrongTarget !== null ? null : <WhyNot refused={refused} />}
        </>
      }
    >
      <div className="mt-s4 flex flex-col gap-s4">
        {fieldsOf(position).map((name) => (
          <div key={name} className="flex flex-col gap-s2">
            {name === 'trailingStop' ? (
              <TrailingField position={changed} unit={info?.quote} {...fieldOf(name)} />
            ) : (
              <NumberField
                {...fieldOf(name)}
                decimals={name === 'lots' ? Math.max(2, decimalsOf(position.lots)) : position.priceScale}
                unit={name === 'lots' ? ticket('ticket.lots') : info?.quote}
              />
            )}
            {name === 'stopLoss' || name === 'takeProfit' ? (
              <StopChips position={changed} which={name} value={entry.texts[name]} onChoose={type(name)} />
            ) : null}
            {name === 'takeProfit' ? (
              <div className="mt-s2">
                <AmendTargets
                  position={changed}
                  entries={entry.targets}
                  wrong={wrongTarget}
                  onChange={(targets) => setEntry((known) => ({ ...known, targets }))}
                />
              </div>
            ) : null}
            {name === 'stopLoss' && isOpen ? <BreakEven position={position} onChoose={type('stopLoss')} /> : null}
          </div>
        ))}
        {isOpen ? null : (
          <UntilField
            value={entry.until}
            onChange={(until) => setEntry((known) => ({ ...known, until }))}
            wrong={untilOf(entry.until) === undefined}
          />
        )}
        <p className="text-caption text-muted">{t('amend.text')}</p>
      </div>
    </MoneyConfirm>
  );
}

function useLabels(): (name: FieldName) => string {
  const { t } = useTranslation('orders');
  const ticket = useTranslation('currency').t;
  return (name) => {
    if (name === 'price' || name === 'trigger') return ticket(`ticket.${name}`);
    if (name === 'lots') return t('column.lots');
    return t(name === 'trailingStop' ? 'amend.trailing' : `amend.${name}`);
  };
}

function useWrongTexts({ side }: Position): (name: FieldName) => string {
  const { t } = useTranslation('orders');
  const ticket = useTranslation('currency').t;
  return (name) => {
    if (name === 'trigger') return ticket(side === 'long' ? 'blocker.triggerLong' : 'blocker.triggerShort');
    if (name === 'price') return ticket('blocker.price');
    return t(name === 'trailingStop' ? 'amend.distanceWrong' : 'amend.unreasonable');
  };
}

/** What the order costs, and what would be left at the stops as they are typed: at a take-profit behind targets, of what these leave. */
function Costs({ position, entry: { texts, targets } }: { position: Position; entry: Entry }) {
  const live = liveResult(position, useQuote(position.code));
  const ticks = (text: string | null | undefined) => readTicks(text ?? '', position.priceScale) ?? null;
  const shares = targets.map(({ share }) => ({ lots: share }));
  const isToRest = targets.length > 0 && ticks(texts.takeProfit) !== null && shares.every(({ lots }) => isSize(lots));
  return (
    <>
      <CostBlock
        holding={holdingNow(position)}
        closing={ticks(live?.price ?? position.limitPrice ?? position.triggerPrice)}
        stopLoss={ticks(texts.stopLoss)}
        takeProfit={targets.length === 0 ? ticks(texts.takeProfit) : null}
      />
      {isToRest ? <ShareFigure order={position} lots={leftTo(position, shares)} price={texts.takeProfit} of="rest" /> : null}
    </>
  );
}

const isSize = (text: string): boolean => parseFixed(text) !== undefined;
