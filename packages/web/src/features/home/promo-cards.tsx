import { ArrowRight, ChartCandlestick, Sprout } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

const cards = [
  { key: 'market', to: '/market', icon: ChartCandlestick },
  { key: 'trading', to: '/trading', icon: Sprout },
] as const;

/** The two ways into the product: the market and smart trading. */
export function PromoCards() {
  const { t } = useTranslation('home');
  return (
    <ul className="grid gap-s5 mobile:grid-cols-2 mobile:gap-s4 desktop:wide:grid-cols-2">
      {cards.map(({ key, to, icon: Icon }) => (
        <li key={key}>
          <Link
            to={to}
            className="group relative flex h-full flex-col items-start gap-s2 overflow-hidden rounded-large border border-line bg-surface-1 p-s6 transition-quick hover:border-line-strong mobile:p-s5"
          >
            <span
              aria-hidden
              className="absolute end-s6 top-1/2 grid size-[max(0.96rem,76px)] -translate-y-1/2 place-items-center rounded-large bg-accent-soft text-accent transition-quick group-hover:scale-105 mobile:hidden"
            >
              <Icon strokeWidth={1.5} className="size-1/2 rtl:-scale-x-100" />
            </span>
            <h2 className="text-title font-semibold mobile:text-emphasis">{t(`promo.${key}.title`)}</h2>
            <p className="relative max-w-[min(max(4.4rem,300px),calc(100%-max(1.4rem,110px)))] mobile:max-w-none text-muted mobile:text-caption">
              {t(`promo.${key}.text`)}
            </p>
            <span className="relative mt-auto inline-flex items-center gap-s2 pt-s4 font-semibold text-accent mobile:text-caption">
              {t(`promo.${key}.action`)}
              <ArrowRight
                aria-hidden
                className="size-icon shrink-0 transition-quick group-hover:translate-x-[3px] rtl:-scale-x-100 rtl:group-hover:-translate-x-[3px]"
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
