-- Which share of all entries is of an organisation's record kind: searches compare how frequent their grams are with
-- it. New entries have grams of three characters only, because pieces of one and two are packed (0013). Grams of older
-- entries do no harm; `search rebuild` takes them away.
create statistics search_entry_kinds (mcv) on org_id, section from search_entry;
analyze search_entry;
