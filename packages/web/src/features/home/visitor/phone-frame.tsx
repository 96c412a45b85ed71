import { popularItems } from '@assay/domain/market/popular.ts';
import { ChartCandlestick, House, Sprout, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ListedItem } from '../../../shared/trading/market/figures.ts';
import { LiveChange, LiveLine, LivePrice } from '../../../shared/trading/market/live.tsx';
import { useHomeMarket } from '../../../shared/trading/market/market.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';

const rows = 4;

/** The app on a phone, drawn small with the prices of this moment. It is a picture: nothing in it can be pressed. */
export function PhoneFrame() {
  const { t } = useTranslation('visitor');
  const { data: items = [] } = useHomeMarket();
  const [first, ...others] = popularItems(items, rows + 1);
  return (
    <figure className="flex flex-col items-center justify-between gap-s4 overflow-hidden rounded-large border border-line bg-[radial-gradient(90%_60%_at_50%_0%,var(--accent-soft),transparent)] bg-surface-1 p-s5 pb-s5">
      <figcaption className="text-center">
        <span className="block text-emphasis font-semibold">{t('phone.title')}</span>
        <span className="block text-caption text-muted">{t('phone.text')}</span>
      </figcaption>
      <div
        aria-hidden
        inert
        className="w-[230px] shrink-0 rounded-[34px] border border-line-strong/60 bg-surface-3 p-[7px] shadow-raised"
      >
        <div className="relative flex flex-col overflow-hidden rounded-[27px] bg-surface-0 text-[10px] leading-tight">
          <span className="absolute top-[7px] left-1/2 h-[15px] w-[62px] -translate-x-1/2 rounded-[10px] bg-surface-3" />
          <span dir="ltr" className="numbers flex justify-between px-[18px] pt-[9px] text-[9px] font-semibold text-muted">
            <span>9:41</span>
            <span>5G</span>
          </span>
          {first === undefined ? <span className="h-[170px]" /> : <Leading item={first} />}
          <span className="flex flex-col border-t border-line">
            {others.map((item) => (
              <Small key={item.code} item={item} />
            ))}
          </span>
          <span className="flex gap-[6px] px-[12px] pt-[8px] pb-[6px] text-center font-semibold text-on-change">
            <span className="flex-1 rounded-[7px] bg-gain py-[7px]">{t('phone.buy')}</span>
            <span className="flex-1 rounded-[7px] bg-loss py-[7px]">{t('phone.sell')}</span>
          </span>
          <span className="flex justify-around border-t border-line px-[12px] pt-[8px] pb-[14px] text-muted [&>svg]:size-[16px]">
            <House />
            <ChartCandlestick className="text-accent" />
            <Sprout />
            <User />
          </span>
        </div>
      </div>
      <ButtonLink to="/pass/register" look="primary" block>
        {t('phone.start')}
      </ButtonLink>
    </figure>
  );
}

function Leading({ item }: { item: ListedItem }) {
  return (
    <span className="flex flex-col gap-[4px] px-[14px] pt-[16px] pb-[10px]">
      <span className="flex items-center gap-[6px]">
        <Logo src={item.logo} code={item.code} className="size-[18px]!" />
        <span className="font-semibold">{item.appName}</span>
      </span>
      <span dir="ltr" className="flex items-baseline justify-between rtl:flex-row-reverse">
        <LivePrice item={item} className="text-[19px] font-semibold" />
        <LiveChange tone="gain" item={item} className="font-semibold" />
      </span>
      <LiveLine code={item.code} tone="gain" filled className="h-[86px] w-full" />
    </span>
  );
}

function Small({ item }: { item: ListedItem }) {
  return (
    <span className="grid grid-cols-[auto_minmax(0,1fr)_auto_48px] items-center gap-[6px] border-b border-line px-[14px] py-[7px] last:border-b-0">
      <Logo src={item.logo} code={item.code} className="size-[16px]!" />
      <bdi dir="ltr" className="truncate font-medium">
        {item.code.replace(/USDT$/, '')}
      </bdi>
      <LivePrice item={item} />
      <span className="text-end">
        <LiveChange tone="plain" item={item} />
      </span>
    </span>
  );
}
