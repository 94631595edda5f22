import './style.css';
import { setLanguage } from './kit/language.ts';
import { chosenLanguage } from './kit/language-choice.ts';
import { loadTexts } from './texts/texts.ts';

// Texts come first: what is drawn, and even what is declared, contains them.
const language = chosenLanguage();
setLanguage(language);
document.documentElement.lang = language;
void loadTexts(['frame'])
  .then(() => import('./main.tsx'))
  .then(({ start }) => start());
