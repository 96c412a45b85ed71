import type { DeskNft } from '@assay/contract/endpoints/console/nfts.ts';
import { type Language, languageNames, languages } from '@assay/contract/vocabulary/languages.ts';
import { artStyles } from '@assay/contract/vocabulary/nfts.ts';
import type { FieldSpec } from '../../shared/desk/act-field.tsx';
import type { Values } from '../../shared/desk/act.tsx';
import type { Say } from '../../shared/words/words.ts';

/** What is written before an auction; a price that is left empty is not offered. */
export function nftFields(say: Say): FieldSpec[] {
  return [
    { kind: 'text', name: 'title', label: say('nfts.name'), help: say('nfts.nameHelp') },
    { kind: 'text', name: 'charity', label: say('nfts.charity'), help: say('nfts.charityHelp') },
    { kind: 'text', name: 'creator', label: say('nfts.creator') },
    { kind: 'text', name: 'chain', label: say('nfts.chain') },
    { kind: 'text', name: 'address', label: say('nfts.address') },
    { kind: 'paragraph', name: 'story', label: say('nfts.story') },
    {
      kind: 'choice',
      name: 'style',
      label: say('nfts.style'),
      options: artStyles.map((style) => ({ value: style, label: style })),
    },
    { kind: 'text', name: 'seed', label: say('nfts.seed'), help: say('nfts.seedHelp') },
    ...languages.map((language): FieldSpec => ({
      kind: 'text',
      name: language,
      label: say('nfts.meaning', { language: languageNames[language] }),
    })),
    { kind: 'amount', name: 'startPrice', label: say('nfts.startPrice') },
    { kind: 'amount', name: 'reserve', label: say('nfts.reserve'), help: say('nfts.reserveHelp') },
    { kind: 'amount', name: 'buyNowPrice', label: say('nfts.buyNow'), help: say('nfts.buyNowHelp') },
    { kind: 'text', name: 'startsAt', label: say('nfts.starts'), help: say('nfts.timeHelp') },
    { kind: 'text', name: 'endsAt', label: say('nfts.ends'), help: say('nfts.timeHelp') },
  ];
}

/** The call's input; a language that is left empty has no translation of the title. */
export function nftOf({ buyNowPrice = '', ...values }: Values) {
  const isMeaning = (name: string) => languages.includes(name as Language);
  const meanings = Object.entries(values).filter(([name, value]) => isMeaning(name) && value.trim() !== '');
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => !isMeaning(name)));
  return {
    ...others,
    titles: Object.fromEntries(meanings),
    buyNowPrice: buyNowPrice.trim() === '' ? null : buyNowPrice.trim(),
  };
}

export function valuesOf(piece: DeskNft): Values {
  const { title, charity, creator, chain, address, story, style, seed, startPrice, reserve, startsAt, endsAt } = piece;
  const texts = { title, charity, creator, chain, address, story, style, seed, startPrice, reserve, startsAt, endsAt };
  return { ...texts, ...piece.titles, buyNowPrice: piece.buyNowPrice ?? '' };
}
