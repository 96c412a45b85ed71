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
            <Icon
              aria-hidden
              strokeWidth={1}
              className="absolute -end-[0.2rem] -bottom-[0.3rem] size-[1.8rem] text-accent opacity-15 transition-quick group-hover:opacity-30 mobile:hidden rtl:-scale-x-100"
            />
            <h2 className="text-title font-semibold mobile:text-emphasis">{t(`promo.${key}.title`)}</h2>
            <p className="relative max-w-[max(4.4rem,300px)] text-muted mobile:text-caption">{t(`promo.${key}.text`)}</p>
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
